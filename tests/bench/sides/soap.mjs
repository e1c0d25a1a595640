// Plain node-soap with our WSDL, as its documentation shows it.
import { Agent } from "node:http";
import { fileURLToPath } from "node:url";
import { checksum } from "../checksum.mjs";
import { requireFromRoot } from "../rivals.mjs";

const soap = requireFromRoot("soap");

const wsdl = fileURLToPath(new URL("../../../wsdl/employee-service.v3.wsdl", import.meta.url));
const header =
  '<AuthHeaderWithDomain xmlns="https://service.example/soap/v3/EmployeeService"><Domain>acme</Domain></AuthHeaderWithDomain>';

export async function open({ origin, count, keepAlive = false }) {
  const client = await soap.createClientAsync(wsdl);
  client.setEndpoint(`${origin}/entries/${count}`);
  client.addSoapHeader(header);
  const agent = keepAlive ? new Agent({ keepAlive: true, maxSockets: 256 }) : undefined;
  const options = agent && { httpAgent: agent };
  const args = { EmployeeId: 1234, Period: 11, Year: 2026 };
  const list = (answer) => answer.Address_GetListResult?.EmployeeAddress ?? [];
  return {
    async call() {
      const [answer] = await client.Address_GetListAsync(args, options);
      return checksum(list(answer));
    },
    decode: (bytes) => list(client.wsdl.xmlToObject(bytes.toString("utf8")).Body.Address_GetListResponse),
    close: () => agent?.destroy(),
  };
}
