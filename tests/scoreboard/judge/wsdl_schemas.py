"""The schemas of a WSDL as files that libxml2 loads, and the elements that its messages name."""
import os

from lxml import etree

WSDL = "{http://schemas.xmlsoap.org/wsdl/}"
XSD = "{http://www.w3.org/2001/XMLSchema}"


def documents(path, seen):
    """The WSDL, and those that it imports."""
    path = os.path.abspath(path)
    if path in seen:
        return
    seen.add(path)
    root = etree.parse(path).getroot()
    yield path, root
    for link in root.findall(WSDL + "import"):
        target = os.path.join(os.path.dirname(path), link.get("location", ""))
        if link.get("location") and os.path.exists(target):
            if etree.parse(target).getroot().tag == WSDL + "definitions":
                yield from documents(target, seen)


def extract(path, folder):
    """Writes the schemas into the folder. Returns namespaces with their files, and the elements of message parts."""
    os.makedirs(folder, exist_ok=True)
    inline, linked, elements = {}, {}, []
    for file, root in documents(path, set()):
        for schema in root.iterfind(f"{WSDL}types/{XSD}schema"):
            namespace = schema.get("targetNamespace")
            for link in schema:
                if isinstance(link.tag, str) and link.get("schemaLocation"):
                    link.set("schemaLocation", os.path.join(os.path.dirname(file), link.get("schemaLocation")))
                    if namespace is None and link.tag == XSD + "import":
                        linked[link.get("namespace", "")] = link.get("schemaLocation")
            if namespace is not None:
                inline.setdefault(namespace, []).append(schema)
        for part in root.iterfind(f"{WSDL}message/{WSDL}part[@element]"):
            prefix, _, local = part.get("element").rpartition(":")
            elements.append(f"{{{part.nsmap.get(prefix or None, '')}}}{local}")
    files = {namespace: os.path.join(folder, f"namespace-{at}.xsd") for at, namespace in enumerate(inline, 1)}
    for namespace, schemas in inline.items():
        names = []
        for at, schema in enumerate(schemas):
            for link in schema.iterfind(XSD + "import"):
                target = {**linked, **files}.get(link.get("namespace", ""))
                if link.get("schemaLocation") is None and target:
                    link.set("schemaLocation", target)
            name = files[namespace] if len(schemas) == 1 else files[namespace].replace(".xsd", f"-{at}.xsd")
            etree.ElementTree(schema).write(name, xml_declaration=True, encoding="UTF-8")
            names.append(name)
        if len(schemas) > 1:
            gather(files[namespace], namespace, [("include", {"schemaLocation": name}) for name in names])
    every = {**linked, **files}
    root = os.path.join(folder, "root.xsd")
    gather(root, "urn:scoreboard:root", [("import", {**({"namespace": each} if each else {}), "schemaLocation": file}) for each, file in every.items()])
    return {"schema": root, "namespaces": list(every.items()), "elements": list(dict.fromkeys(elements))}


def gather(path, namespace, links):
    schema = etree.Element(XSD + "schema", targetNamespace=namespace)
    for name, attributes in links:
        etree.SubElement(schema, XSD + name, attributes)
    etree.ElementTree(schema).write(path, xml_declaration=True, encoding="UTF-8")
