/**
 * WS-Addressing with foreign stacks, in both directions if a stack can serve. `make interop` runs those that are
 * installed.
 */

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text as readText } from "node:stream/consumers";
import { buildTables, loadModel } from "soapwright-contract";
import { addressing, endpointReference, repliesElsewhere } from "soapwright-features";
import { ServiceClient } from "soapwright-runtime";
import type { ServiceNode, XmlElement } from "soapwright-runtime/tables";
import { SandboxFault, startServiceSandbox } from "soapwright-sandbox";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { type AddressedStack, addressedStacks, parcelsWsdl } from "./addressing/stacks";
import { type Contract, contractOf } from "./contract-of";
import { newFolder, removeFolders } from "./folders";
import type { ForeignServer } from "./stack";

endAfterEach();
const { jaxws, mono, gsoap, zeep } = addressedStacks;
const WCF_WSDL = join(__dirname, "addressing/wcf-parcels.wsdl");
const servers: ForeignServer[] = [];

afterAll(async () => {
  for (const server of servers) await server.stop();
  removeFolders();
});

/** Returns the tables of a WSDL at a path or a URL. */
async function tablesOf(wsdl: string): Promise<ServiceNode> {
  const { model, diagnostics } = await loadModel(wsdl, {});
  if (model === undefined) throw new Error(JSON.stringify(diagnostics));
  return (await buildTables(model))[0]!;
}

class AnyClient extends ServiceClient {
  constructor(
    private readonly node: ServiceNode,
    options: object,
  ) {
    super(node, options, [addressing()]);
    atEnd(() => this.close({ force: true }));
  }

  run(method: string, args: unknown, options: object = {}) {
    const operation = this.node.operations.find((each) => each.method === method);
    return this.call(operation as never, args as never, options as never);
  }
}

/** Starts a mock of the service with the responses of the foreign services. */
async function mock(
  service: ServiceNode,
  documents?: Contract["documents"],
): Promise<{ readonly url: string; readonly bodies: () => readonly string[] }> {
  const track = ({ args }: { readonly args: unknown }) => {
    const number = typeof args === "object" && args !== null ? Reflect.get(args, "number") : args;
    if (number < 0) {
      const reason = `No parcel has the number ${number}.`;
      const isDeclared = service.operations.some(({ faults }) => faults.some(({ name }) => name === "Lost"));
      throw new SandboxFault(reason, isDeclared ? { detail: { Lost: { message: reason } } } : {});
    }
    return `parcel ${number} of nobody`;
  };
  const operations = { track, Track: track };
  const sandbox = await startServiceSandbox({ services: [{ path: "/parcels", service, operations, documents }] });
  atEnd(() => sandbox.close());
  return { url: `${sandbox.url}/parcels`, bodies: () => sandbox.requests.map(({ body }) => body) };
}

/** Starts a server that receives one message. */
async function openInbox(): Promise<{ readonly url: string; readonly message: Promise<string> }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => void server.close());
  const message = once(server, "request").then(async ([request, response]) => {
    const text = await readText(request);
    response.writeHead(202).end();
    return text;
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/inbox`, message };
}

function isHere({ name, isInstalled }: AddressedStack): boolean {
  if (process.env.INTEROP !== undefined && isInstalled()) return true;
  const why =
    process.env.INTEROP === undefined ? "foreign SOAP stacks run with make interop" : `${name} is not installed`;
  test(`skipped: ${why}`, () => undefined);
  return false;
}

const session = (name: string): XmlElement => ({
  name: { namespace: "urn:example:session", local: "Session" },
  attributes: [],
  children: [name],
});

describe(jaxws.name, () => {
  if (!isHere(jaxws)) return;

  describe.each(jaxws.versions)("serves our client over SOAP %s", (soapVersion) => {
    let url = "";
    let service: ServiceNode;
    beforeAll(async () => {
      const server = await jaxws.serve!(soapVersion);
      servers.push(server);
      url = `${server.url}/parcels`;
      service = await tablesOf(`${url}?wsdl`);
    }, 120_000);
    const open = (options: object = {}) =>
      new AnyClient(service, { endpoint: url, soapVersion, validation: "strict", ...options });

    test("its WSDL says that addressing is required, and calls are addressed", async () => {
      expect(service.ports[0]?.addressing).toEqual({ version: "1.0", required: true });
      const { result, headers, messageId } = await open().run("track", { number: 7 }).withResponse();
      expect(result).toBe("parcel 7 of nobody");
      expect(headers["{http://www.w3.org/2005/08/addressing}RelatesTo"]).toMatchObject({ children: [messageId] });
      expect(await open().run("report", { number: 7 })).toBeUndefined();
    });

    test("its faults are those of the WSDL", async () => {
      const error = await rejection(open().run("track", { number: -1 }));
      expect(error).toMatchObject({ code: "FAULT", fault: { detail: { $type: "Lost" } } });
    });

    test("without addressing the fault says what to set", async () => {
      const error = await rejection(open({ addressing: false }).run("track", { number: 7 }));
      expect(error).toMatchObject({ code: "FAULT", advice: [{ action: "set", option: "addressing", value: "1.0" }] });
    });

    test("another action is reported as it is", async () => {
      const changed = {
        ...service,
        operations: service.operations.map((each) => ({ ...each, action: { input: "urn:wrong" } })),
      };
      const error = await rejection(new AnyClient(changed, { endpoint: url, soapVersion }).run("track", { number: 7 }));
      expect(error.message).toContain("does not know the Action");
      expect(error.message).toContain('"urn:wrong"');
    });

    test("an endpoint reference that it returns is where the next calls go", async () => {
      const reference = endpointReference(await open().run("open", { name: "anna" }));
      expect(reference).toMatchObject({ endpoint: url, referenceParameters: [{ name: { local: "Session" } }] });
      expect(await open().run("track", { number: 7 }, reference)).toBe("parcel 7 of anna");
    });
  });

  test("calls our mock, by the WSDL that the mock serves", async () => {
    const server = await jaxws.serve!("1.1");
    servers.push(server);
    const { service, documents } = await contractOf(`${server.url}/parcels?wsdl`, "/parcels");
    const { url } = await mock(service, documents);
    const lines = (await jaxws.call(url, "ParcelsPort", "1.1")).trim().split("\n");
    expect(lines).toEqual(["parcel 7 of nobody", "lost: No parcel has the number -1."]);
  }, 120_000);
});

describe(mono.name, () => {
  if (!isHere(mono)) return;
  let url = "";
  let service: ServiceNode;
  beforeAll(async () => {
    const server = await mono.serve!("1.2");
    servers.push(server);
    url = `${server.url}/parcels`;
    service = await tablesOf(WCF_WSDL);
  }, 120_000);

  test("serves our client", async () => {
    const client = new AnyClient(service, { endpoint: url, validation: "strict" });
    expect(await client.run("track", { number: 7 })).toBe("parcel 7 of nobody");
    expect(await client.run("track", { number: 7 }, { referenceParameters: [session("anna")] })).toBe(
      "parcel 7 of anna",
    );
    expect(await rejection(client.run("track", { number: -1 }))).toMatchObject({ code: "FAULT" });
    expect(await client.run("report", { number: 7 })).toBeUndefined();
  });

  test("serves our client by a WSDL that is wrong about the SOAP version", async () => {
    const mislabelled: ServiceNode = {
      ...service,
      ports: service.ports.map((port) => ({ ...port, soapVersion: "1.1" })),
      operations: service.operations.map(({ soapAction, soapActionRequired: _required, ...each }) => ({
        ...each,
        soapAction: { "1.1": soapAction["1.2"] ?? "" },
      })),
    };
    const client = new AnyClient(mislabelled, {
      endpoint: url,
      soapVersion: "1.2",
      quirks: { forceSoapVersion: true },
    });
    expect(await client.run("track", { number: 7 })).toBe("parcel 7 of nobody");
  });

  test("responds with blocks that must be understood: without addressing the error says what to set", async () => {
    const error = await rejection(
      new AnyClient(service, { endpoint: url, addressing: false }).run("track", { number: 7 }),
    );
    expect(error).toMatchObject({
      code: "RESPONSE",
      advice: [{ option: "addressing", value: "1.0" }, { option: "understands" }],
    });
  });

  test("calls our mock", async () => {
    const { url: address } = await mock(service);
    const lines = (await mono.call(address, "", "1.2")).trim().split("\n");
    expect(lines).toEqual(["parcel 7 of nobody", "fault: No parcel has the number -1."]);
  }, 60_000);
});

describe(gsoap.name, () => {
  if (!isHere(gsoap)) return;

  describe.each(gsoap.versions)("over SOAP %s", (soapVersion) => {
    let url = "";
    let service: ServiceNode;
    beforeAll(async () => {
      const server = await gsoap.serve!(soapVersion);
      servers.push(server);
      url = `${server.url}/parcels`;
      const wsdl = join(newFolder(), "parcels.wsdl");
      writeFileSync(wsdl, parcelsWsdl(soapVersion));
      service = await tablesOf(wsdl);
    }, 120_000);

    test("serves our client", async () => {
      const client = new AnyClient(service, { endpoint: url, validation: "strict" });
      const { result, headers, messageId } = await client.run("track", { number: 7 }).withResponse();
      expect(result).toBe("parcel 7 of nobody");
      expect(headers["{http://www.w3.org/2005/08/addressing}RelatesTo"]).toMatchObject({ children: [messageId] });
      const error = await rejection(client.run("track", { number: -1 }));
      expect(error).toMatchObject({ code: "FAULT", fault: { reason: "No parcel has the number -1." } });
      expect(await client.run("report", { number: 7 })).toBeUndefined();
    });

    test("without addressing the fault says what to set", async () => {
      const client = new AnyClient(service, { endpoint: url, addressing: false });
      const error = await rejection(client.run("track", { number: 7 }));
      expect(error).toMatchObject({ code: "FAULT", advice: [{ action: "set", option: "addressing", value: "1.0" }] });
    });

    test("sends its response to another address", async () => {
      const inbox = await openInbox();
      const client = repliesElsewhere(new AnyClient(service, { endpoint: url }), inbox.url);
      const { result, messageId } = await (client as AnyClient).run("track", { number: 7 }).withResponse();
      expect(result).toBeUndefined();
      const response = await inbox.message;
      expect(response).toContain("parcel 7 of nobody");
      expect(response).toContain(`RelatesTo>${messageId}<`);
    });

    test("calls our mock", async () => {
      const { url: address } = await mock(service);
      const lines = (await gsoap.call(address, "", soapVersion)).trim().split("\n");
      expect(lines).toEqual(["parcel 7 of nobody", "fault: No parcel has the number -1.", "report taken"]);
    }, 60_000);
  });
});

describe.each([
  { name: jaxws.name, stack: jaxws, soapVersion: "1.1" },
  { name: mono.name, stack: mono, soapVersion: "1.2" },
] as const)("$name with the submission of August 2004", ({ stack, soapVersion }) => {
  if (!isHere(stack)) return;
  let url = "";
  let service: ServiceNode;
  beforeAll(async () => {
    const server = await stack.serve!(soapVersion, "2004/08");
    servers.push(server);
    url = `${server.url}/parcels`;
    service = await tablesOf(stack === jaxws ? `${url}?wsdl` : WCF_WSDL);
  }, 120_000);

  test("serves our client", async () => {
    const client = new AnyClient(service, { endpoint: url, addressing: "2004/08", validation: "strict" });
    const { result, headers, messageId } = await client.run("track", { number: 7 }).withResponse();
    expect(result).toBe("parcel 7 of nobody");
    const relates = headers["{http://schemas.xmlsoap.org/ws/2004/08/addressing}RelatesTo"];
    expect(relates).toMatchObject({ children: [messageId] });
    expect(await rejection(client.run("track", { number: -1 }))).toMatchObject({ code: "FAULT" });
    expect(await client.run("report", { number: 7 })).toBeUndefined();
  });

  test("calls our mock", async () => {
    const submitted: ServiceNode = {
      ...service,
      ports: service.ports.map((port) => ({ ...port, addressing: { version: "2004/08", required: true } })),
    };
    const documents = stack === jaxws ? (await contractOf(`${url}?wsdl`, "/parcels")).documents : undefined;
    const { url: address, bodies } = await mock(submitted, documents);
    const called = stack.call(address, "ParcelsPort", soapVersion, "2004/08");
    if (stack === mono) {
      // Mono's client writes only Action, though this version requires To, MessageID and ReplyTo. It reads the detail
      // of every fault as its own ExceptionDetail, so its error names the element that it found instead of the reason.
      await expect(called).rejects.toThrow("'ProblemHeaderQName'");
    } else {
      expect((await called).trim().split("\n")).toEqual(["parcel 7 of nobody", "lost: No parcel has the number -1."]);
    }
    expect(bodies().at(-1)).toContain("http://schemas.xmlsoap.org/ws/2004/08/addressing");
  }, 60_000);
});

describe(zeep.name, () => {
  if (!isHere(zeep)) return;

  test("calls our mock, by the WSDL that the mock serves", async () => {
    const file = join(newFolder(), "parcels.wsdl");
    writeFileSync(file, parcelsWsdl("1.1"));
    const { service, documents } = await contractOf(file, "/parcels");
    const { url, bodies } = await mock(service, documents);
    const lines = (await zeep.call(url, "", "1.1")).trim().split("\n");
    expect(lines).toEqual(["parcel 7 of nobody", "fault: No parcel has the number -1."]);
    expect(bodies()[0]).toContain("urn:example:parcels/Parcels/Track</");
  }, 60_000);
});
