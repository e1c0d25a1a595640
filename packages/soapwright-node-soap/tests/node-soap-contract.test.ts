import { execFileSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { BasicAuthSecurity, ClientSSLSecurity, NTLMSecurity, WSSecurity } from "soap";
import { Client } from "soap/lib/client";
import { HttpClient } from "soap/lib/http";
import { WSDL } from "soap/lib/wsdl";
import { slowTest } from "soapwright-testing/stage/slow";

/** Assumptions about node-soap beyond its documentation: a new version that breaks one breaks a test first. */
describe("node soap contract", () => {
  const debug = createRequire(require.resolve("soap"))("debug");

  type Invoke = (
    args: unknown,
    callback: (...results: unknown[]) => void,
    options?: unknown,
    headers?: unknown,
  ) => void;

  function definitions(): WSDL["definitions"] {
    return {
      $targetNamespace: "urn:t",
      xmlns: {},
      schemas: {},
      services: {
        S: {
          ports: {
            P: {
              location: "http://x/",
              binding: {
                methods: {
                  "operation:Op": {
                    $name: "Op",
                    soapAction: "urn:t/Op",
                    style: "document",
                    input: { $name: "Op" },
                    output: { $name: "result" },
                  },
                },
              },
            },
          },
          postProcess() {},
        },
      },
      deleteFixedAttrs() {},
    } as unknown as WSDL["definitions"];
  }

  /** Everything that node-soap's client reads from a WSDL during calls. */
  class Probe {
    readonly options = {};
    readonly definitions = definitions();
    objectToDocumentXML(_name: string, args: { body: string }): string {
      return args.body;
    }
  }

  function probe(options: object, request: (...args: unknown[]) => void): { client: Client; invoke: Invoke } {
    const wsdl = new Probe();
    const client = new Client(wsdl as unknown as WSDL, "http://y/", {
      ...options,
      httpClient: { request: request as never },
    });
    return { client, invoke: client.S.P["operation:Op"] };
  }

  test("a WSDL made of an object parses nothing, and writes header blocks", async () => {
    const whole = new WSDL({}, "", {});
    whole.processIncludes = () => {};
    whole.definitions = definitions();
    await new Promise(setImmediate);
    const xml = whole.objectToXML({ Trace: { Id: "5 & 6" } }, "", "t", "urn:t", true);
    expect(xml).toContain("<t:Id>5 &amp; 6</t:Id>");
  });

  test("the lazy module has the shape of its substitute", () => {
    expect(new HttpClient({})).toHaveProperty("request");
    expect(debug("node-soap")).toBeInstanceOf(Function);
  });

  test("the client is an EventEmitter whose methods stand under service and port", () => {
    const { client, invoke } = probe({}, () => {});
    expect(client).toBeInstanceOf(EventEmitter);
    expect(invoke).toBeInstanceOf(Function);
  });

  test("args and options reach the codecs, the header function and the HTTP part untouched", () => {
    const seen: unknown[][] = [];
    const { client, invoke } = probe({}, (...args) => seen.push(args));
    const call = { body: "<b/>", header: "<h/>", exchangeId: "7" };
    client.addSoapHeader((_method: unknown, location: string, action: string, args: typeof call) => {
      expect([location, action]).toEqual(["http://y/", "urn:t/Op"]);
      expect(args).toBe(call);
      return args.header;
    });
    invoke(call, () => {}, call, { "X-A": "b" });
    const [location, envelope, , headers, options] = seen[0] ?? [];
    expect(location).toBe("http://y/");
    expect(options).toBe(call);
    expect(headers).toEqual({ "Content-Type": "text/xml; charset=utf-8", SOAPAction: '"urn:t/Op"', "X-A": "b" });
    expect(envelope).toContain("<soap:Header><h/></soap:Header><soap:Body><b/></soap:Body></soap:Envelope>");
  });

  test("envelopeKey and envelopeSoapUrl set prefix and namespace without an action parameter", () => {
    let envelope = "";
    let headers: { [name: string]: string } = {};
    const { invoke } = probe({ envelopeKey: "soap12", envelopeSoapUrl: "urn:e" }, (_l, e, _c, h) => {
      envelope = String(e);
      headers = h as typeof headers;
    });
    invoke({ body: "<b/>" }, () => {});
    expect(envelope).toContain('<soap12:Envelope xmlns:soap12="urn:e" xmlns:xsi=');
    expect(headers["Content-Type"]).not.toContain("action");
  });

  test("message and request are emitted before the HTTP part is asked, with the id of the call, and its callback may be left", () => {
    const events: unknown[][] = [];
    const { client, invoke } = probe({}, () => events.push(["http"]));
    for (const event of ["request", "message", "response", "soapError"] as const) {
      client.on(event as "request", (...args) => events.push([event, args.at(-1)]));
    }
    invoke({ body: "<b/>" }, () => events.push(["result"]), { exchangeId: "7" });
    expect(events).toEqual([["message", "7"], ["request", "7"], ["http"]]);
  });

  test("options.postProcess sees the envelope behind the blocks of the security object", () => {
    const seen: string[] = [];
    const { client, invoke } = probe({}, () => seen.push("http"));
    client.setSecurity({
      toXML() {
        seen.push("toXML");
        return "<s/>";
      },
    } as never);
    invoke({ body: "<b/>" }, () => {}, {
      postProcess(xml: string) {
        seen.push(xml.includes("<s/>") ? "postProcess" : "nothing");
        return xml;
      },
    });
    expect(seen).toEqual(["toXML", "toXML", "postProcess", "http"]);
  });

  test("the security object gets the options of the call before the HTTP part, and may set postProcess", () => {
    const seen: string[] = [];
    const { client, invoke } = probe({}, () => seen.push("http"));
    client.setSecurity({
      addOptions(options: { [name: string]: unknown }) {
        options.postProcess = (xml: string) => {
          seen.push(`postProcess of ${options.exchangeId}`);
          return xml;
        };
      },
      toXML() {
        seen.push("toXML");
        return "<s/>";
      },
    } as never);
    invoke({ body: "<b/>" }, () => {}, { exchangeId: "7" });
    expect(seen).toEqual(["toXML", "toXML", "postProcess of 7", "http"]);
  });

  test("getSoapHeaders returns the list itself, so that an entry of it can be replaced", () => {
    let envelope = "";
    const { client, invoke } = probe({}, (_location, xml) => {
      envelope = String(xml);
    });
    const index = client.addSoapHeader("<a/>");
    client.getSoapHeaders()[index] = "<b/>";
    invoke({ body: "<c/>" }, () => {});
    expect(envelope).toContain("<soap:Header><b/></soap:Header>");
  });

  test("security objects have the parts that are taken from them", () => {
    const headers: { [name: string]: string } = {};
    new BasicAuthSecurity("u", "p").addHeaders(headers);
    expect(headers.Authorization).toMatch(/^Basic /);
    const ssl: { [name: string]: unknown } = {};
    new ClientSSLSecurity(Buffer.from("k"), Buffer.from("c"), [], {});
    new NTLMSecurity({ username: "u", password: "p" }).addOptions(ssl);
    expect(ssl.ntlm).toBe(true);
    const ws = new WSSecurity("u", "p", { mustUnderstand: true });
    expect(Reflect.get(ws, "_envelopeKey")).toBe("soap");
    const derived: WSSecurity = Object.create(ws, { _envelopeKey: { value: "soap12" } });
    expect(derived.toXML()).toContain("soap12:mustUnderstand=");
  });
});

/** The one substitute in the module cache: node-soap's HTTP client. In child processes: jest has its own registry. */
describe("node soap client", () => {
  /** Returns the output of a child process. */
  function run(program: string): string {
    const script = `require("soapwright-testing/register"); const http = require.resolve("soap/lib/http");
    const ours = () => require("./src/node-soap-client").Client; ${program}`;
    const args = ["-C", "soapwright-source", "-e", script];
    return execFileSync(process.execPath, args, { cwd: join(__dirname, ".."), encoding: "utf8" }).trim();
  }

  const loaded = (name: string) => `Object.keys(require.cache).some((path) => path.includes("node_modules/${name}/"))`;

  test("node-soap's client is loaded without axios", () => {
    expect(run(`console.log(typeof ours(), ${loaded("axios")})`)).toBe("function false");
  });

  slowTest("nothing of it is left in the module cache", () => {
    expect(run(`ours(); console.log(http in require.cache, typeof require("soap").HttpClient)`)).toBe("false function");
  });

  slowTest("the rest of the process gets the same client, and its own HTTP half", () => {
    const program = `const soap = (ours(), require("soap")); console.log(soap.Client === ours(), ${loaded("axios")})`;
    expect(run(program)).toBe("true true");
  });

  test("a process that has loaded node-soap keeps what it has", () => {
    const program = `const soap = require("soap"); const before = require.cache[http];
    console.log(soap.Client === ours(), require.cache[http] === before)`;
    expect(run(program)).toBe("true true");
  });

  test("the substitute fetches the real half when node-soap asks for it", () => {
    const program = `const Client = ours(); const client = new Client({ options: {}, definitions: { services: {} } }, "http://127.0.0.1");
    console.log(client.httpClient instanceof require("soap").HttpClient)`;
    expect(run(program)).toBe("true");
  });
});
