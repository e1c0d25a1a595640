"""The judge: libxml2 says what is valid, xmlschema what a document's values are. Nothing of it is ours.

Reads lines of JSON {"schema": path, "documents": [text]} and writes a line for each: {"refused": reason} when libxml2
does not load the schema, else {"documents": [{"valid": bool, "reason": text, "tree": tree or null}]}. To {"schema": path,
"make": [element names]} it answers with {"made": [[name, text, valid]]}, to {"schema": path, "elements": true} with the
names of the global elements, to {"wsdl": path, "folder": path} with the WSDL's schemas as files.
"""
import json
import sys
import warnings

import xmlschema
from lxml import etree
from xmlschema.validators.models import ModelVisitor

import instances
import wsdl_schemas

XSD = "http://www.w3.org/2001/XMLSchema"
XSI = "{http://www.w3.org/2001/XMLSchema-instance}"
warnings.simplefilter("ignore")
sys.setrecursionlimit(5000)


def leaf(kind, text, scope):
    """A value with the name of its primitive type; of a list, its items."""
    if kind is None or kind.name in (f"{{{XSD}}}anySimpleType", f"{{{XSD}}}anyAtomicType"):
        return {"type": "any", "text": text}
    if kind.is_complex():
        kind = kind.content
    if kind.white_space == "replace":
        text = text.replace("\t", " ").replace("\n", " ").replace("\r", " ")
    elif kind.white_space == "collapse" or kind.is_list():
        text = " ".join(text.split())
    while kind.is_union():
        members = kind.primitive_type.member_types if kind.is_restriction() else kind.member_types
        kind = next((member for member in members if member.is_valid(text)), members[0])
    if kind.is_list():
        item = (kind.primitive_type if kind.is_restriction() else kind).item_type
        return {"type": "list", "text": text, "items": [leaf(item, each, scope) for each in text.split()]}
    primitive = (kind.primitive_type.local_name or "any") if kind.primitive_type is not None else "any"
    # An integer is a decimal to XML Schema, and not to a programmer.
    integer = kind
    while integer is not None and integer.local_name != "integer":
        integer = getattr(integer, "base_type", None)
    made = {"type": "integer" if integer is not None else primitive, "text": text}
    if primitive in ("QName", "NOTATION"):
        prefix, _, local = text.rpartition(":")
        made["name"] = f"{{{scope.get(prefix or None, '')}}}{local}"
    return made


def heads_of(children, kind):
    """The particle that each child is for: its own name, that of the head it stands for, or None below a wildcard."""
    if kind is None or kind.is_simple() or kind.has_simple_content() or kind.content is None:
        return [None] * len(children)
    particles = [each for each in kind.content.iter_elements() if each.name is not None and not hasattr(each, "process_contents")]
    fitting = [{each.name for each in particles if fits(each, child)} for child in children]
    # One name in two particles: the order of the children tells which is meant.
    ordered = in_order(children, kind.content) if any(len(names) > 1 for names in fitting) else None
    return ordered or [child.tag if child.tag in names else next(iter(names), None) for child, names in zip(children, fitting)]


def fits(particle, child):
    return particle.name == child.tag or any(one.name == child.tag for one in particle.iter_substitutes())


def in_order(children, content):
    """The names of the particles that the children take one after another; None where the children do not fit."""
    visitor, names = ModelVisitor(content), []
    for child in children:
        while visitor.element is not None and not visitor.element.is_matching(child.tag, group=visitor.group):
            list(visitor.advance(False))
        if visitor.element is None:
            return None
        names.append(visitor.element.name)
        list(visitor.advance(True))
    return names


def tree(node, data):
    """The document with the type of each value: what a reader of the schema has to find in it."""
    kind = data.xsd_type if data is not None and data.xsd_type is not None else None
    made = {"name": node.tag, "attributes": {}, "children": [], "isNil": node.get(XSI + "nil") in ("true", "1")}
    if data is not None and data.xsd_element is not None:
        made["isList"] = data.xsd_element.max_occurs != 1
    if node.get(XSI + "type"):
        prefix, _, local = node.get(XSI + "type").strip().rpartition(":")
        named = f"{{{node.nsmap.get(prefix or None, '')}}}{local}"
        if data is None or data.xsd_element is None or getattr(data.xsd_element.type, "name", None) != named:
            made["xsiType"] = named
    declared = kind.attributes if kind is not None and kind.is_complex() else {}
    for name, value in node.attrib.items():
        if not name.startswith(XSI):
            use = declared.get(name)
            made["attributes"][name] = {**leaf(use.type if use is not None else None, value, node.nsmap), **({} if use is not None else {"isWild": True})}
    for name, use in declared.items():
        default = getattr(use, "fixed", None) or getattr(use, "default", None)
        if name is not None and default is not None and name not in node.attrib and getattr(use, "use", "") != "prohibited":
            made["attributes"][name] = {**leaf(use.type, default, node.nsmap), "isDefault": True}
    made["isUnordered"] = kind is not None and kind.is_complex() and getattr(kind.content, "model", "") == "all"
    elements = [child for child in node if isinstance(child.tag, str)]
    known = list(data) if data is not None and len(data) == len(elements) else [None] * len(elements)
    made["children"] = []
    for child, each, head in zip(elements, known, heads_of(elements, kind)):
        made["children"].append({**tree(child, each), **({"isWild": True} if head is None else {"head": head} if head != child.tag else {})})
    text = "".join([node.text or ""] + [child.tail or "" for child in node])
    isMixed = kind is not None and kind.is_complex() and kind.mixed
    written = data.xsd_element.type if data is not None and data.xsd_element is not None else None
    if kind is None or isMixed or f"{{{XSD}}}anyType" in (kind.name, getattr(written, "name", None)):
        made["isOpen"] = True
        if text.strip():
            made["text"] = {"type": "mixed", "text": " ".join(text.split())}
    elif (kind.is_simple() or kind.has_simple_content()) and not made["isNil"]:
        element = data.xsd_element
        default = getattr(element, "fixed", None) or getattr(element, "default", None)
        made["text"] = leaf(kind, default if text == "" and default is not None else text, node.nsmap)
    return made


def judge(schemas, text):
    lib, own = schemas
    try:
        node = etree.fromstring(text.encode("utf-8"), etree.XMLParser(remove_comments=True, remove_pis=True))
    except etree.XMLSyntaxError as error:
        return {"valid": False, "reason": f"not well-formed: {error}", "tree": None}
    body = node.find("{*}Body")
    if node.tag.endswith("}Envelope") and body is not None:
        if len(body) == 0:
            return {"valid": False, "reason": "the body is empty", "tree": None}
        node = etree.fromstring(etree.tostring(body[0], with_tail=False))
        text = etree.tostring(node, encoding="unicode")
    valid = lib.validate(node)
    reason = "" if valid else str(lib.error_log[0].message)
    # A key or a reference to one that is broken: all else is as the types say.
    is_key = not valid and all(each.type_name == "SCHEMAV_CVC_IDC" for each in lib.error_log)
    try:
        data, _ = own.to_objects(etree.fromstring(etree.tostring(node)), validation="lax")
        made = tree(node, data) if data is not None else None
    except Exception as error:  # xmlschema has mistakes of its own: then there is no expected value
        return {"valid": valid, "reason": reason or f"xmlschema: {error}", "tree": None}
    return {"valid": valid, "reason": reason, "tree": made, "isKey": is_key, "text": text}


def make(schemas, names, most):
    """Instances that libxml2 finds valid, and at most `most` broken ones of each element that it finds invalid."""
    lib, own = schemas
    valid, invalid = {}, []
    for name, root in instances.make(own, names, 4 if most > 4 else 2):
        text = etree.tostring(root, encoding="unicode")
        if lib.validate(root) and text not in valid:
            valid[text] = name
    for name in names:
        of = [(each, text) for text, each in valid.items() if etree.fromstring(text).tag == name]
        found = []
        for each, text in of[-1:]:
            found = [[what, etree.tostring(root, encoding="unicode"), False] for what, root in instances.broken(each, etree.fromstring(text)) if not lib.validate(root)]
        invalid += found[:: max(1, len(found) // most)][:most]
    return [[name, text, True] for text, name in valid.items()] + invalid


loaded = {}
for line in sys.stdin:
    question = json.loads(line)
    if "wsdl" in question:
        try:
            print(json.dumps(wsdl_schemas.extract(question["wsdl"], question["folder"])), flush=True)
        except Exception as error:
            print(json.dumps({"refused": str(error)}), flush=True)
        continue
    path = question["schema"]
    if path not in loaded:
        try:
            lib = etree.XMLSchema(etree.parse(path))
            loaded[path] = (lib, xmlschema.XMLSchema10(path, validation="lax"))
        except Exception as error:
            loaded[path] = str(error)
    known = loaded[path]
    if not isinstance(known, str) and "make" in question:
        print(json.dumps({"made": make(known, [name for name in question["make"] if name in known[1].maps.elements], question["most"])}), flush=True)
        continue
    if not isinstance(known, str) and "elements" in question:
        names = [name for name in known[1].maps.elements if not name.startswith(f"{{{XSD}}}") and "1998/namespace" not in name]
        print(json.dumps({"elements": [name for name in names if not known[1].maps.elements[name].abstract]}), flush=True)
        continue
    answer = {"refused": known} if isinstance(known, str) else {"documents": [judge(known, text) for text in question["documents"]]}
    print(json.dumps(answer), flush=True)
