// The limit: a raw undici pool that posts the same bytes and reads the body as text. Nothing is decoded.
import { readFileSync } from "node:fs";
import { requireFromRoot } from "../rivals.mjs";

const { Pool } = requireFromRoot("undici");

const requestFile = new URL("../../wire/requests/address-get-list.soap11.xml", import.meta.url);

export async function open({ origin, count }) {
  const pool = new Pool(origin, { connections: 256 });
  const body = readFileSync(requestFile);
  const headers = {
    "content-type": "text/xml; charset=utf-8",
    soapaction: '"https://service.example/soap/v3/EmployeeService/Address_GetList"',
  };
  const path = `/entries/${count}`;
  return {
    async call() {
      const answer = await pool.request({ method: "POST", path, headers, body });
      const text = await answer.body.text();
      return text.length;
    },
    close: () => pool.close(),
  };
}
