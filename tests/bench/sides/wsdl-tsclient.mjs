// The client that wsdl-tsclient generates from our WSDL (see ../rivals.mjs), over its own copy of node-soap.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { checksum } from "../checksum.mjs";
import { generatedClient } from "../rivals.mjs";

const wsdl = fileURLToPath(new URL("../../../wsdl/employee-service.v3.wsdl", import.meta.url));

export async function open({ origin, count }) {
  const { createClientAsync } = createRequire(import.meta.url)(generatedClient);
  const client = await createClientAsync(wsdl);
  client.setEndpoint(`${origin}/entries/${count}`);
  client.addSoapHeader(
    '<AuthHeaderWithDomain xmlns="https://service.example/soap/v3/EmployeeService"><Domain>acme</Domain></AuthHeaderWithDomain>',
  );
  const args = { EmployeeId: 1234, Period: 11, Year: 2026 };
  return {
    async call() {
      const [answer] = await client.Address_GetListAsync(args);
      return checksum(answer.Address_GetListResult?.EmployeeAddress ?? []);
    },
    close() {},
  };
}
