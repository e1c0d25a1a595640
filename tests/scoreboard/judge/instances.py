"""Instances for a schema whose suite brings none: full, smallest, nil and edge values, and broken ones of each."""
import copy

from lxml import etree

XSI = "http://www.w3.org/2001/XMLSchema-instance"
# Lexical forms that readers get wrong: signs, zeros, limits, time zones, white space, and text that looks like a number.
VALUES = {
    "string": ["plain", "007", " two  blanks ", "a<b & \"c\" é €", "true"],
    "normalizedString": ["plain", "007", "a  b"], "token": ["plain", "1e3", "a b"],
    "boolean": ["true", "0", "1", "false"],
    "decimal": ["1.50", "-0.10", "12345678901234567890.123456789", "+5"], "integer": ["42", "-7", "123456789012345678901234567890", "007"],
    "nonNegativeInteger": ["42", "0", "18446744073709551616"], "positiveInteger": ["42", "1", "18446744073709551616"],
    "nonPositiveInteger": ["-42", "0"], "negativeInteger": ["-42", "-1"],
    "long": ["42", "9223372036854775807", "-9223372036854775808"], "int": ["42", "-2147483648", "+7"],
    "short": ["42", "-32768"], "byte": ["42", "-128"], "unsignedLong": ["42", "18446744073709551615"],
    "unsignedInt": ["42", "4294967295"], "unsignedShort": ["42", "65535"], "unsignedByte": ["42", "255"],
    "float": ["1.5", "-INF", "NaN", "1E-3"], "double": ["1.5", "INF", "-0", "1.7976931348623157E308"],
    "dateTime": ["2026-02-28T23:59:59.125Z", "2026-07-01T00:00:00+02:00", "2026-01-01T12:00:00", "1969-12-31T24:00:00Z"],
    "date": ["2026-02-28", "2026-02-28Z", "0999-12-31"], "time": ["23:59:59.5", "00:00:00Z"], "duration": ["P1Y2M3DT4H5M6.7S", "-PT0S"],
    "gYear": ["2026"], "gYearMonth": ["2026-02"], "gMonthDay": ["--02-29"], "gMonth": ["--02"], "gDay": ["---29"],
    "base64Binary": ["AAEC/w==", ""], "hexBinary": ["0fB7", ""], "anyURI": ["http://example.org/a?b=c&d#e", "a b"],
    "QName": ["xs:string", "local"], "Name": ["a:b"], "NCName": ["a-b"], "NMTOKEN": ["1a"], "language": ["en-GB"],
    "ID": ["id-1"], "IDREF": ["id-1"], "ENTITY": ["e"], "anySimpleType": ["text"], "anyType": [""],
}


def value(kind, at):
    """A lexical form for the type; one that a facet forbids is left to libxml2 to find."""
    if kind.is_complex():
        kind = kind.content
    choices = kind.enumeration
    base = kind
    while not choices and base is not None and base.local_name not in VALUES:
        if base.is_list():
            return " ".join(value(base.item_type if not base.is_restriction() else base.primitive_type.item_type, at + n) for n in (0, 1))
        if base.is_union():
            members = (base if hasattr(base, "member_types") else base.primitive_type).member_types
            return value(members[at % len(members)], at)
        base = base.base_type
    choices = choices or VALUES[base.local_name if base is not None else "string"]
    chosen = choices[at % len(choices)]
    return chosen if isinstance(chosen, str) else str(chosen)


# Real schemas are wide: behind this many elements only what is required follows.
LARGE = 150


def fill(node, declaration, at, full, nil, depth):
    kind = declaration.type
    if nil and declaration.nillable and depth > 0:
        node.set(f"{{{XSI}}}nil", "true")
        return
    if kind.is_complex():
        for name, use in kind.attributes.items():
            if name is not None and use.use != "prohibited" and (full or use.use == "required"):
                node.set(name, use.fixed or value(use.type, at))
    if kind.is_simple() or kind.has_simple_content():
        node.text = declaration.fixed or value(kind, at)
    elif kind.content is not None and depth < 9:
        group(node, kind.content, at, full, nil, depth)


def group(node, particles, at, full, nil, depth):
    full = full and sum(1 for _ in node.getroottree().getroot().iter()) < LARGE
    count = max(particles.min_occurs, 1 if full or particles.min_occurs else 0)
    members = list(particles)
    for _ in range(count):
        for member in [members[at % len(members)]] if particles.model == "choice" and members else members:
            if hasattr(member, "model"):
                group(node, member, at, full, nil, depth)
            elif hasattr(member, "process_contents") or member.type is None or getattr(member, "abstract", False):
                continue
            else:
                most = member.max_occurs if member.max_occurs is not None else 2
                for n in range(min(max(member.min_occurs, 2 if full else 0), most) if most else 0):
                    fill(etree.SubElement(node, member.name), member, at + n, full and depth < 6, nil, depth + 1)


def make(schema, names, edges=4):
    """Pairs of a name and a document for each element; the caller has libxml2 say which are valid."""
    made = []
    for name in names:
        declaration = schema.maps.elements[name]
        shapes = [("smallest", 0, False, False), ("nil", 0, True, True)] + [(f"full {n + 1}", n, True, False) for n in range(edges)]
        for shape, at, full, nil in shapes:
            root = etree.Element(name, nsmap={"xs": "http://www.w3.org/2001/XMLSchema", "xsi": XSI})
            fill(root, declaration, at, full, nil, 0)
            made.append((f"{declaration.local_name} {shape}", root))
    return made


def broken(name, root):
    """The document with one thing wrong at a time: text, a missing part, one too many."""
    nodes = list(root.iter())
    for at, node in enumerate(nodes):
        for what in ["text", "extra"] + (["missing"] if at > 0 else []) + [f"@{each}" for each in node.attrib]:
            clone = copy.deepcopy(root)
            target = list(clone.iter())[at]
            if what == "text" and len(target) == 0:
                target.text = "not of this type"
            elif what == "extra":
                etree.SubElement(target, "{urn:none}unexpected").text = "1"
            elif what == "missing":
                target.getparent().remove(target)
            elif what.startswith("@"):
                target.set(what[1:], "not of this type")
            else:
                continue
            yield f"{name}, {what} of {etree.QName(node).localname} {at}", clone
