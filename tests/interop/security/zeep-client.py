"""A client of a service that insists: `zeep-client.py ADDRESS text|digest|sign KEYS`. zeep's own UsernameToken and signature."""
import sys

import zeep
from zeep.wsse.signature import BinarySignature, Signature
from zeep.wsse.username import UsernameToken

address, mode, keys = sys.argv[1:4]


class Verifying:
    """zeep verifies responses with the certificate that it signs with; here the service has another one."""

    def __init__(self, signing):
        self.signing = signing
        self.service = Signature(keys + "/service.key", keys + "/service.crt")

    def apply(self, envelope, headers):
        return self.signing.apply(envelope, headers)

    def verify(self, envelope):
        return self.service.verify(envelope)


wsse = {
    "text": lambda: UsernameToken("ada", "p<&>\u00e9"),
    "digest": lambda: UsernameToken("ada", "p<&>\u00e9", use_digest=True),
    "wrong": lambda: UsernameToken("ada", "other", use_digest=True),
    "sign": lambda: Verifying(BinarySignature(keys + "/client.key", keys + "/client.crt")),
}[mode]()
client = zeep.Client(address + "?wsdl", wsse=wsse)
try:
    print(client.service.Get(Id=7))
except zeep.exceptions.Fault as fault:
    print("fault: " + fault.message)
