import { execFileSync } from "node:child_process";
import { EventEmitter } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { BasicAuthSecurity, ClientSSLSecurity, NTLMSecurity, WSSecurity } from "soap";
import { Client } from "soap/lib/client";
import { HttpClient } from "soap/lib/http";
import { WSDL } from "soap/lib/wsdl";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { slowTest } from "soapwright-testing/stage/slow";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { FOR_EVER_MS, processorMs } from "soapwright-testing/stage/time";
import { answer } from "soapwright-testing/transport/raw-server";
import { Client as UndiciClient } from "undici";
import DeepClient from "undici/lib/dispatcher/client.js";
import { Secrets } from "../../src/soap/mask";

/** Assumptions about node-soap beyond its documentation: a new version that breaks one breaks a test first. */
describe("node soap contract", () => {
  const connectH2: unknown = require("undici/lib/dispatcher/client-h2.js");
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
    expect(connectH2).toBeInstanceOf(Function);
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

  test("undici's client module is the one of its index", () => {
    expect(DeepClient).toBe(UndiciClient);
  });
});

/** The one substitute in the module cache: node-soap's HTTP client. In child processes: jest has its own registry. */
describe("node soap client", () => {
  /** Returns the output of a child process. */
  function run(program: string): string {
    const script = `require("soapwright-testing/register"); const http = require.resolve("soap/lib/http");
    const ours = () => require("./src/soap/node-soap-client").Client; ${program}`;
    const args = ["-C", "soapwright-source", "-e", script];
    return execFileSync(process.execPath, args, { cwd: join(__dirname, "../.."), encoding: "utf8" }).trim();
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

/** A release of node-soap that requests HTTP a tick later than the current one, or not in the order of the calls. */
describe("later node soap", () => {
  endAfterEach();

  type Invoke = (this: unknown, ...args: unknown[]) => unknown;

  test("breaks nothing: each call has its own envelope", async () => {
    const server = await serve((socket) => socket.write(answer(envelope(books(book(1))))));
    const client = open({ endpoint: server.url });
    client.soap.addSoapHeader(() => "<x:Mark xmlns:x='urn:x'/>");
    const prototype = Client.prototype as unknown as { _invoke: Invoke };
    const { _invoke: now } = prototype;
    let waiting = 8;
    prototype._invoke = function (...args) {
      setTimeout(() => now.apply(this, args), waiting--);
    };
    try {
      await Promise.all([1, 2, 3].map((ShelfId) => client.getBooks({ ShelfId })));
    } finally {
      prototype._invoke = now;
    }
    const ids = server.requests.map(({ body }) => /<ShelfId>(\d)/.exec(body)?.[1]);
    expect([...ids].sort()).toEqual(["1", "2", "3"]);
    for (const { body } of server.requests) expect(body).toContain("Mark");
  });
});

/** Masking of a call's secrets, however the service writes them. */
describe("secrets", () => {
  function maskOf(...texts: string[]): (text: string) => string {
    const secrets = new Secrets();
    for (const text of texts) secrets.add(text);
    return (text) => secrets.mask(text);
  }

  test.each([
    ["as it is", "p<&>w'\"d/1 é", "p<&>w'\"d/1 é"],
    ["in another case", "hunter22", "HUNTER22"],
    ["with references of XML", "p<&>w'\"d", "p&lt;&amp;&gt;w&apos;&quot;d"],
    ["with references of HTML, twice", "p<&>w", "p&amp;lt;&amp;amp;&amp;gt;w"],
    ["with numbers", "p<w", "p&#60;w"],
    ["with hexadecimal numbers", "p<w", "p&#x3C;w"],
    ["with zeros in front", "p<w", "p&#060;w"],
    ["wholly in numbers", "abc", "&#97;&#98;&#99;"],
    ["with escapes of JSON", 'p"w\\x/é', 'p\\"w\\\\x\\/\\u00e9'],
    ["percent-encoded", "p/w é", "p%2Fw%20%C3%A9"],
    ["percent-encoded in lower case", "p/w", "p%2fw"],
    ["as a form", "p w", "p+w"],
  ])("a secret is found written %s", (_how, secret, written) => {
    expect(maskOf(secret)(`before ${written} behind`)).toBe("before *** behind");
  });

  test.each([
    ["domain", "acme", "acmeshop is not acme", "acmeshop is not ***"],
    ["short, in a word", "in", "Employee not found in index", "Employee not found *** index"],
    ["one letter", "a", "a banana", "*** banana"],
    ["a number", "17", "17 of 170, 2017", "*** of 170, 2017"],
    ["with umlauts", "ä", "ä und Bär", "*** und Bär"],
    ["between signs", "me", "user=me;name=(me)", "user=***;name=(***)"],
    ["of signs", "$^*", "a$^*b", "a***b"],
    ["with a colon", "team:Body-shop", "no team:Body-shop here", "no *** here"],
    ["long, in a word", "abcdefghijklmnopqrst", "xabcdefghijklmnopqrsty", "x***y"],
  ])("whole values are found: %s", (_what, secret, text, masked) => {
    expect(maskOf(secret)(text)).toBe(masked);
  });

  test("the longer of two secrets goes first, and blanks around one are no part of it", () => {
    expect(maskOf("abc", "abc def", "  ghi\n")("abc def, abc, ghi")).toBe("***, ***, ***");
  });

  test("nothing, blanks and an empty text are no secrets", () => {
    expect(maskOf("", "   ", "\n")("a  b")).toBe("a  b");
  });

  test("of a very long secret what follows its beginning goes too", () => {
    const secret = Array.from({ length: 400 }, (_, i) => String.fromCharCode(97 + (i % 26))).join("");
    const masked = maskOf(secret)(`before ${secret} behind ${secret.slice(0, 300)}`);
    expect(masked).toBe("before *** behind ***");
  });

  test("the masked text does not hold what special characters of a pattern could do", () => {
    for (const secret of [".*", "[a]", "a|b", "(x", "\\d", "$&", "a{9999}", "^", "\ud83d", "\ud83d\ude00"]) {
      expect(maskOf(secret)(`x ${secret} y`)).toBe("x *** y");
      expect(maskOf(secret)("x other y")).toBe("x other y");
    }
  });

  test("secrets of headers: the whole value, the token, and user and password of Basic", () => {
    const secrets = new Secrets();
    const basic = Buffer.from("user-name:pass:word").toString("base64");
    secrets.addHttpHeaders(["Authorization", `Basic ${basic}`, "X-Key", "Bearer tok-en", "Content-Type", "text/xml"]);
    expect(secrets.mask(`${basic}; user-name; pass:word; tok-en; text/xml`)).toBe("***; ***; ***; ***; text/xml");
  });

  test("secrets of a block of our own: attributes too, without namespaces, types and what is plain", () => {
    const secrets = new Secrets(new Set(["User"]));
    const xml =
      '<Key xmlns="urn:a" xmlns:b="urn:b" id="one&amp;two" b:pin="4711" xsi:type="b:Text"><User>me</User><Pass>three</Pass></Key>';
    secrets.addBlock(xml, true);
    expect(secrets.mask("one&two 4711 three me urn:a urn:b b:Text")).toBe("*** *** *** me urn:a urn:b b:Text");
  });

  test("a block of our own has no plain addresses, and each item of a list is secret", () => {
    const secrets = new Secrets();
    secrets.addBlock('<To xmlns="http://www.w3.org/2005/08/addressing">urn:to?key=4711</To>', true);
    secrets.addValue({ Keys: ["alpha-1", "beta-2"], Octets: new Uint8Array([1, 2, 3, 4]) }, "Session");
    expect(secrets.mask("urn:to?key=4711 beta-2 alpha-1 AQIDBA==")).toBe("*** *** *** ***");
  });

  test("secrets of a block of another's, and of the query", () => {
    const secrets = new Secrets();
    secrets.addBlock('<a:Key xmlns:a="urn:a">one&amp;two</a:Key><b> three </b>');
    secrets.addQuery("?key=fo%20ur&x=5ive");
    expect(secrets.mask("one&two one&amp;two three fo ur key=fo%20ur&x=5ive 5ive")).toBe("*** *** *** *** *** ***");
  });

  test("only long secrets are looked for among names", () => {
    const secrets = new Secrets();
    secrets.add("short");
    secrets.add("long-enough");
    expect(secrets.namesMasker()("short long-enough")).toBe("short ***");
  });

  test.each([
    ["many", 2_000, 20],
    ["many and long", 2_000, 300],
    ["long beyond measure", 3, 200_000],
  ])("secrets that are %s cost what they are long", async (_what, count, length) => {
    const secrets = new Secrets();
    const one = (i: number): string => `${i}-`.padEnd(length, "abcdefghij klmnop/");
    for (let i = 0; i < count; i++) secrets.add(one(i));
    const text = `${"some & other text ".repeat(200)} ${one(count - 1)}`;
    const took = await processorMs(() => {
      expect(secrets.mask(text)).not.toContain("abcdefghij");
      expect(secrets.mask("a % b")).toBe("a % b");
    });
    expect(took).toBeLessThan(FOR_EVER_MS);
  });
});
