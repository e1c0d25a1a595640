// What an engineer writes by hand for this one operation: a pool of undici, a request as a template, and fast-xml-parser.
// Nothing is checked beyond the HTTP status and a fault.
import { XMLParser } from "fast-xml-parser";
import { checksum } from "../checksum.mjs";
import { requireFromRoot } from "../rivals.mjs";

const { Pool } = requireFromRoot("undici");

const namespace = "https://service.example/soap/v3/EmployeeService";
const escaped = (value) => String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const request = (domain, { EmployeeId, Period, Year }) =>
  '<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">' +
  `<soap:Header><AuthHeaderWithDomain xmlns="${namespace}"><Domain>${escaped(domain)}</Domain></AuthHeaderWithDomain>` +
  `</soap:Header><soap:Body><Address_GetList xmlns="${namespace}"><EmployeeId>${escaped(EmployeeId)}</EmployeeId>` +
  `<Period>${escaped(Period)}</Period><Year>${escaped(Year)}</Year></Address_GetList></soap:Body></soap:Envelope>`;

const parser = new XMLParser({
  ignoreDeclaration: true,
  ignoreAttributes: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === "EmployeeAddress",
});

function listOf(text) {
  const { Fault, Address_GetListResponse } = parser.parse(text).Envelope.Body;
  if (Fault) throw new Error(Fault.faultstring);
  const entries = Address_GetListResponse.Address_GetListResult.EmployeeAddress ?? [];
  for (const entry of entries) {
    entry.Id = Number(entry.Id);
    entry.Default = entry.Default === "true";
  }
  return entries;
}

export async function open({ origin, count }) {
  const pool = new Pool(origin, { connections: 256 });
  const headers = { "content-type": "text/xml; charset=utf-8", soapaction: `"${namespace}/Address_GetList"` };
  const path = `/entries/${count}`;
  const args = { EmployeeId: 1234, Period: 11, Year: 2026 };
  return {
    async call() {
      const answer = await pool.request({ method: "POST", path, headers, body: request("acme", args) });
      const text = await answer.body.text();
      if (answer.statusCode !== 200 && answer.statusCode !== 500) throw new Error(`HTTP ${answer.statusCode}`);
      return checksum(listOf(text));
    },
    decode: (bytes) => listOf(bytes.toString("utf8")),
    close: () => pool.close(),
  };
}
