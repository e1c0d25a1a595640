// A service on node-soap's server: WSDL=file DATA=file SOAP=1.1 PORT=n node node-soap-server.cjs
const { readFileSync } = require("node:fs");
const { createServer } = require("node:http");
const soap = require("soap");

const { WSDL, DATA, SOAP, PORT } = process.env;
const wsdl = readFileSync(WSDL, "utf8");
const data = JSON.parse(readFileSync(DATA, "utf8"));
const operations = {
  CostCenter_GetCurrent(_args, _callback, header) {
    if (header?.AuthHeader?.Token !== "sandbox-token") refuse();
    return { CostCenter_GetCurrentResult: { EmployeeCostCenter: data.costCenters } };
  },
  Address_GetList(_args, _callback, header) {
    if (header?.AuthHeaderWithDomain?.Domain !== "sandbox") refuse();
    return { Address_GetListResult: { EmployeeAddress: data.addresses } };
  },
};

function refuse() {
  const reason = "1001: Not authorized";
  throw {
    Fault:
      SOAP === "1.2"
        ? { Code: { Value: "soap:Sender" }, Reason: { Text: reason } }
        : { faultcode: "soap:Client", faultstring: reason },
  };
}

const name = WSDL.includes("v2.1") ? "EmployeeServiceV21" : "EmployeeServiceV3";
const server = createServer((_request, response) => response.writeHead(404).end());
server.listen(Number(PORT), "127.0.0.1", () => {
  soap.listen(server, {
    path: "/service",
    services: { [name]: { [`${name}Soap`]: operations, [`${name}Soap12`]: operations } },
    xml: wsdl,
    forceSoap12Headers: SOAP === "1.2",
  });
});
