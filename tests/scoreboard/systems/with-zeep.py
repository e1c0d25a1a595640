"""zeep in its strict mode: the element of the WSDL's schemas reads the document and writes it again."""
import datetime
import decimal
import json
import sys

import zeep
from lxml import etree
from zeep.xsd.valueobjects import CompoundValue

MISTAKES = (TypeError, AttributeError, KeyError, IndexError, AssertionError, RecursionError, UnboundLocalError, NotImplementedError)


def failure(error):
    return {"reason": f"{type(error).__name__}: {error}"[:300], "isCrash": isinstance(error, MISTAKES)}


def shown(value):
    if isinstance(value, CompoundValue):
        return {key: shown(value[key]) for key in value.__values__}
    if isinstance(value, dict):
        return {str(key): shown(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [shown(each) for each in value]
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float, decimal.Decimal)):
        return {"$number": str(value)}
    if isinstance(value, bytes):
        return {"$bytes": __import__("base64").b64encode(value).decode()}
    if isinstance(value, etree.QName):
        return {"$name": f"{{{value.namespace or ''}}}{value.localname}"}
    if isinstance(value, etree._Element):
        return etree.tostring(value, encoding="unicode")
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat()
    return str(value)


def document(client, each):
    node = etree.fromstring(each["text"].encode("utf-8"))
    try:
        element = client.get_element(each["root"])
        value = element.parse(node, client.wsdl.types)
    except Exception as error:
        return {"decodeFailure": failure(error)}
    try:
        parent = etree.Element("parent")
        element.render(parent, value)
        return {"value": shown(value), "encoded": etree.tostring(parent[0], encoding="unicode")}
    except Exception as error:
        return {"value": shown(value), "encodeFailure": failure(error)}


for line in open(sys.argv[1], encoding="utf-8"):
    contract = json.loads(line)
    try:
        client = zeep.Client(contract["wsdl"])
        outcome = {"documents": [document(client, each) for each in contract["documents"]]}
    except Exception as error:
        outcome = {"generateFailure": failure(error), "documents": []}
    print(json.dumps({"name": contract["name"], **outcome}), flush=True)
