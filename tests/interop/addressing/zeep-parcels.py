"""A client with WS-Addressing, which zeep adds by itself where the WSDL has actions: `zeep-parcels.py ADDRESS`."""
import sys

import zeep

client = zeep.Client(sys.argv[1] + "?wsdl")
print(client.service.Track(number=7))
client.service.Report(number=7)
try:
    client.service.Track(number=-1)
except zeep.exceptions.Fault as fault:
    print("fault: " + fault.message)
