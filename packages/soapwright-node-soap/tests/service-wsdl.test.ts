/** The object in the place of the WSDL has all that node-soap's client reads of it, in its two newest minor versions. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "soap/lib/client";
import { READ_MEMBERS, ServiceWsdl } from "../src/service-wsdl";

test("node-soap's client reads these members of a WSDL, and no others", () => {
  const read = new Set<PropertyKey>();
  const wsdl = new Proxy(new ServiceWsdl("urn:t", [{ name: "Get", method: "get" }]), {
    get(target, name) {
      read.add(name);
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
  let respond: ((error: null, response: object, text: string) => void) | undefined;
  const request = (_url: string, _xml: string, callback: typeof respond) => {
    respond = callback;
  };
  const client = new Client(wsdl as never, "http://127.0.0.1/", { httpClient: { request } as never });
  client.addSoapHeader({ Trace: "1" }, "", "t", "urn:t");
  const results: unknown[] = [];
  client.service.port["operation:get"]({}, (...result: unknown[]) => results.push(result), { body: "<b/>" });
  respond?.(null, { status: 200, headers: {} }, "<not-parsed");
  expect(results).toHaveLength(1);
  expect([...read].sort()).toEqual([...READ_MEMBERS]);
});

test("the client is that of 1.12 and 1.13, whose files are equal", () => {
  const file = readFileSync(require.resolve("soap/lib/client"));
  expect(createHash("sha256").update(file).digest("hex")).toBe(
    "cfd6e9d201c109930ca430b3bc8ab5c629a0def0cb1d262399934b2dccf568a2",
  );
});

test("an object becomes a header block by node-soap's rules, without a parsed WSDL", () => {
  const xml = new ServiceWsdl("urn:n", []).objectToXML({ Trace: { Id: "5 & 6" } }, "", "t", "urn:t");
  expect(xml).toContain("<t:Id>5 &amp; 6</t:Id>");
});
