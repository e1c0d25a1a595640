"""A service on spyne: DATA=file SOAP=1.1 PORT=n VERSION=v3 NAMESPACE=uri python3 spyne-server.py"""
import collections.abc
import json
import os
import sys
from wsgiref.simple_server import make_server

from spyne import Application, Array, Boolean, ComplexModel, Decimal, Fault, Integer32, ServiceBase, Unicode, rpc
from spyne.protocol.soap import Soap11, Soap12
from spyne.server.wsgi import WsgiApplication

namespace = os.environ["NAMESPACE"]
with open(os.environ["DATA"], encoding="utf-8") as file:
    data = json.load(file)


def model(name, fields):
    return type(name, (ComplexModel,), {"__namespace__": namespace, "_type_info": fields})


CostCenter = model("CostCenter", [("Code", Unicode), ("Description", Unicode), ("Id", Integer32(nillable=True, min_occurs=1))])
Kostensoort = model("Kostensoort", [("Code", Unicode), ("Description", Unicode)])
EmployeeCostCenter = model(
    "EmployeeCostCenter",
    [("Id", Integer32), ("CostCenter", CostCenter), ("Kostensoort", Kostensoort), ("Percentage", Decimal), ("Default", Boolean)],
)
strings = ["Street", "HouseNumber", "HouseNumberAddition", "PostalCode", "City", "StateProvince", "CountryISOCode", "Type"]
EmployeeAddress = model(
    "EmployeeAddress", [("Id", Integer32), ("Default", Boolean)] + [(name, Unicode) for name in strings]
)
AuthHeader = model("AuthHeader", [("Username", Unicode), ("Token", Unicode)])
AuthHeaderWithDomain = model("AuthHeaderWithDomain", [("Domain", Unicode)])


def build(cls, record):
    values = {}
    for name, value in record.items():
        kind = {"CostCenter": CostCenter, "Kostensoort": Kostensoort}.get(name)
        values[name] = build(kind, value) if kind else __import__("decimal").Decimal(value) if name == "Percentage" else value
    return cls(**values)


class V21(ServiceBase):
    __in_header__ = AuthHeader

    @rpc(Integer32, _returns=Array(EmployeeCostCenter))
    def CostCenter_GetCurrent(ctx, EmployeeId):
        if ctx.in_header is None or ctx.in_header.Token != "sandbox-token":
            raise Fault("Client", "1001: Not authorized")
        return [build(EmployeeCostCenter, record) for record in data["costCenters"]]


class V3(ServiceBase):
    __in_header__ = AuthHeaderWithDomain

    @rpc(Integer32, Integer32, Integer32, _returns=Array(EmployeeAddress))
    def Address_GetList(ctx, EmployeeId, Period, Year):
        if ctx.in_header is None or ctx.in_header.Domain != "sandbox":
            raise Fault("Client", "1001: Not authorized")
        if (EmployeeId, Period, Year) != (1006, 11, 2026):
            raise Fault("Client", "Employee not found")
        return [build(EmployeeAddress, record) for record in data["addresses"]]


protocol = Soap12 if os.environ["SOAP"] == "1.2" else Soap11
service = V21 if os.environ["VERSION"] == "v2.1" else V3
application = Application([service], namespace, in_protocol=protocol(), out_protocol=protocol())
make_server("127.0.0.1", int(os.environ["PORT"]), WsgiApplication(application)).serve_forever()
