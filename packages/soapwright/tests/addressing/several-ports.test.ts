/** Ports of one SOAP version with different policies: the path of the endpoint selects the port, on any host. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildTables } from "soapwright-contract";
import { ServiceClient } from "soapwright-runtime";
import { addressing } from "soapwright-runtime/addressing";
import type { ServiceNode } from "soapwright-runtime/tables";
import { WSA, WSA4 } from "soapwright-testing/addressing/parcels";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { mockService } from "../../src/commands/mock/mock-service";
import { loadModel } from "../../src/pipeline";

endAfterEach();

const policies = {
  first: '<wsam:Addressing xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"/>',
  second: '<p:UsingAddressing xmlns:p="http://schemas.xmlsoap.org/ws/2004/08/addressing/policy"/>',
  secured:
    '<sp:SupportingTokens xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702"><wsp:Policy><sp:UsernameToken/></wsp:Policy></sp:SupportingTokens>',
};

function wsdl(): string {
  const port = (name: string, policy: string) =>
    `<wsdl:port name="${name}" binding="tns:Small"><wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy">${policy}</wsp:Policy><soap:address location="https://service.example/${name}"/></wsdl:port>`;
  const ports = Object.entries(policies).map(([name, policy]) => port(name, policy));
  return smallWsdl({ response: '<xs:element name="Text" type="xs:string"/>' }).replace(
    /<wsdl:port .*<\/wsdl:port>/s,
    ports.join(""),
  );
}

async function started(): Promise<{ url: string; service: ServiceNode }> {
  const folder = mkdtempSync(join(tmpdir(), "ports-"));
  try {
    const file = join(folder, "service.wsdl");
    writeFileSync(file, wsdl());
    const { model } = await loadModel(file, {});
    const mock = await mockService(file, { results: { Get: "moved" } });
    atEnd(() => mock.close());
    return { url: mock.url, service: buildTables(model!)[0]! };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function clientAt(service: ServiceNode, endpoint: string) {
  const client = new (class extends ServiceClient {
    constructor() {
      super(service, { endpoint, retries: 0, allowInsecure: true }, [addressing()]);
    }
    get(): PromiseLike<unknown> {
      return this.call(service.operations[0] as never, {} as never);
    }
  })();
  atEnd(() => client.close({ force: true }));
  const sent: string[] = [];
  client.soap.on("request", (xml: string) => void sent.push(xml));
  return { get: () => client.get(), sent };
}

test.each([
  ["first", WSA],
  ["second", WSA4],
])("a call of the port at /%s is addressed as the port says, and so is the response", async (path, namespace) => {
  const { url, service } = await started();
  const { get, sent } = clientAt(service, `${url}/${path}`);
  await expect(get()).resolves.toBe("moved");
  expect(sent[0]).toContain(`<wsa:Action xmlns:wsa="${namespace}">`);
});

test("a path that no port has is that of the first", async () => {
  const { service } = await started();
  const { get, sent } = clientAt(service, "http://127.0.0.1:9/elsewhere");
  await expect(get()).rejects.toMatchObject({ name: "ConnectionError" });
  expect(sent[0]).toContain(WSA);
});

test.each([
  ["first", WSA],
  ["second", WSA4],
])("what the port at /%s refuses, it refuses in its version", async (path, namespace) => {
  const { url } = await started();
  const response = await fetch(`${url}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "text/xml; charset=utf-8", SOAPAction: '"Get"' },
    body: '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><Get xmlns="urn:example:small"/></s:Body></s:Envelope>',
  });
  expect(response.status).toBe(500);
  expect(await response.text()).toContain(`xmlns:wsa="${namespace}"`);
});

test("a call obeys the policy of its own port alone", async () => {
  const { service } = await started();
  const at = (path: string) => clientAt(service, `http://127.0.0.1:9/${path}`).get();
  await expect(at("secured")).rejects.toMatchObject({ name: "ConfigurationError", option: "security.usernameToken" });
  await expect(at("first")).rejects.toMatchObject({ name: "ConnectionError" });
});
