// strong-soap with our WSDL.
import { fileURLToPath } from "node:url";
import { soap } from "strong-soap";
import { checksum } from "../checksum.mjs";

const wsdl = fileURLToPath(new URL("../../../wsdl/employee-service.v3.wsdl", import.meta.url));

export async function open({ origin, count }) {
  const client = await new Promise((resolve, reject) => {
    soap.createClient(wsdl, {}, (error, made) => (error ? reject(error) : resolve(made)));
  });
  client.setEndpoint(`${origin}/entries/${count}`);
  client.addSoapHeader(
    '<AuthHeaderWithDomain xmlns="https://service.example/soap/v3/EmployeeService"><Domain>acme</Domain></AuthHeaderWithDomain>',
  );
  const args = { EmployeeId: 1234, Period: 11, Year: 2026 };
  return {
    call: () =>
      new Promise((resolve, reject) => {
        client.Address_GetList(args, (error, answer) => {
          if (error) reject(error);
          else resolve(checksum([answer.Address_GetListResult?.EmployeeAddress ?? []].flat()));
        });
      }),
    close() {},
  };
}
