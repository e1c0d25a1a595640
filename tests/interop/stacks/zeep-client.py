"""Calls the service at a WSDL with zeep: python3 zeep-client.py WSDL VERSION SOAP NAMESPACE. Prints JSON."""
import json
import sys

import zeep
from zeep.helpers import serialize_object

wsdl, version, soap, namespace = sys.argv[1:]
client = zeep.Client(wsdl)
service = "EmployeeServiceV21" if version == "v2.1" else "EmployeeServiceV3"
port = client.bind(service, service + ("Soap12" if soap == "1.2" else "Soap"))
if version == "v2.1":
    header = client.get_element(f"{{{namespace}}}AuthHeader")(Username="sandbox-user", Token="sandbox-token")
    result = port.CostCenter_GetCurrent(EmployeeId=1006, _soapheaders=[header])
else:
    header = client.get_element(f"{{{namespace}}}AuthHeaderWithDomain")(Domain="sandbox")
    result = port.Address_GetList(EmployeeId=1006, Period=11, Year=2026, _soapheaders=[header])
print(json.dumps(serialize_object(result, dict), default=str))
