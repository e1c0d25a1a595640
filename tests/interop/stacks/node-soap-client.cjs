// Calls the service at a WSDL with bare node-soap: node node-soap-client.cjs WSDL VERSION SOAP NAMESPACE. Prints JSON.
const soap = require("soap");

const [wsdl, version, soapVersion, namespace] = process.argv.slice(2);
const name = version === "v2.1" ? "EmployeeServiceV21" : "EmployeeServiceV3";

async function main() {
  const client = await soap.createClientAsync(wsdl, { forceSoap12Headers: soapVersion === "1.2" });
  const port = client[name][`${name}Soap${soapVersion === "1.2" ? "12" : ""}`];
  const call = (method, args) =>
    new Promise((resolve, reject) => {
      port[method](args, (error, result) => (error ? reject(error) : resolve(result)));
    });
  if (version === "v2.1") {
    client.addSoapHeader(
      `<AuthHeader xmlns="${namespace}"><Username>sandbox-user</Username><Token>sandbox-token</Token></AuthHeader>`,
    );
    const { CostCenter_GetCurrentResult: result } = await call("CostCenter_GetCurrent", { EmployeeId: 1006 });
    return result.EmployeeCostCenter;
  }
  client.addSoapHeader(`<AuthHeaderWithDomain xmlns="${namespace}"><Domain>sandbox</Domain></AuthHeaderWithDomain>`);
  const args = { EmployeeId: 1006, Period: 11, Year: 2026 };
  const { Address_GetListResult: result } = await call("Address_GetList", args);
  return result.EmployeeAddress;
}

main().then((list) => process.stdout.write(JSON.stringify(list)));
