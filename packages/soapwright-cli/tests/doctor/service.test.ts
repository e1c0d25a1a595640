/** Tests `index` by itself: no entry point shows it whole. */
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { isFaultError } from "employee-service-client";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";
import { type Check, type Diagnosis, diagnose } from "soapwright-cli/doctor";
import { addressing } from "soapwright-features";
import { ServiceClient } from "soapwright-runtime";
import {
  ArgumentError,
  ConfigurationError,
  FaultError,
  HttpError,
  isServiceError,
  ResponseError,
} from "soapwright-runtime/errors";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import {
  archive,
  folder,
  getFolder,
  listen,
  multipart as multipartBody,
  putFolder,
  RELATED,
  rootPart,
} from "soapwright-testing/attachments/archive";
import { type Answer, type Front, startFront, textAt } from "soapwright-testing/doctor/front";
import { addDocument, service as dossier } from "soapwright-testing/golden/cases/attachments/schemas";
import { atEnd, endAfterEach, rejection } from "soapwright-testing/stage/stage";
import { createEmployeeServiceV3, type EmployeeServiceV3Options } from "../../../../src/index";
import type { CheckName } from "../../src/doctor/diagnosis";
import { featureHint } from "../../src/doctor/feature-hints";

/** The doctor's findings about a service: other pages, other namespaces, other encodings, hostile documents. */
describe("service", () => {
  const path = "/soap/v3/EmployeeService.asmx";

  let sandbox: Sandbox;
  let wsdl: string;
  const open: { close(): Promise<unknown> }[] = [];
  beforeAll(async () => {
    sandbox = await startSandbox();
    wsdl = await textAt(`${sandbox.url}${path}?wsdl`);
  });
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });
  afterAll(() => sandbox.close());

  async function front(answer: Answer): Promise<Front> {
    const started = await startFront(sandbox.url, answer);
    open.push(started);
    return started;
  }

  async function examined(options: Partial<EmployeeServiceV3Options>): Promise<Diagnosis> {
    const client = createEmployeeServiceV3({
      baseUrl: sandbox.url,
      namespaceBaseUrl: sandbox.url,
      domain: "sandbox",
      ...options,
    });
    open.push(client);
    return diagnose(client, {
      wsdl: "wsdl/employee-service.v3.wsdl",
      read: (call) => client.addressGetList({ EmployeeId: 1003, Period: 11, Year: 2026 }, call),
    });
  }

  function checkOf(diagnosis: Diagnosis, name: CheckName): Check {
    return diagnosis.checks.find((check) => check.name === name)!;
  }

  /** Expects that the live WSDL was read and compared without a finding. */
  async function expectSame(options: Partial<EmployeeServiceV3Options>): Promise<void> {
    const diagnosis = await examined(options);
    expect(codes(diagnosis)).toEqual([]);
    expect(checkOf(diagnosis, "contract")).toMatchObject({
      outcome: "ok",
      message: expect.stringContaining("has everything"),
    });
  }

  function codes(diagnosis: Diagnosis): string[] {
    return diagnosis.checks.flatMap(({ findings }) => findings.map(({ severity, code }) => `${severity} ${code}`));
  }

  /** Returns a front that serves `body` in place of the WSDL, and forwards calls. */
  function showing(body: string | Buffer, headers: { readonly [name: string]: string } = {}, status = 200): Answer {
    const shown = { status, headers: { "content-type": "text/xml; charset=utf-8", ...headers }, body };
    return ({ method }) => (method === "GET" ? shown : undefined);
  }

  describe("a wrong base URL", () => {
    test("whose path is another one: nothing takes calls there", async () => {
      const diagnosis = await examined({ baseUrl: `${sandbox.url}/elsewhere`, namespaceBaseUrl: sandbox.url });
      expect(codes(diagnosis)).toEqual(["warning no-wsdl", "error wrong-address"]);
      expect(checkOf(diagnosis, "credentials").message).toMatch(
        /^Nothing takes calls at .*\/elsewhere\/soap.*status 404/,
      );
    });

    test("where another website is", async () => {
      const page = {
        headers: { "content-type": "text/html" },
        body: "<html><title>Bakery</title><p>Bread.</p></html>",
      };
      const { url } = await front(() => page);
      expect(codes(await examined({ baseUrl: url }))).toEqual(["warning no-wsdl", "error no-soap"]);
    });

    test("where another version of the service is", async () => {
      const endpoint = `${sandbox.url}/soap/v2.1/EmployeeService.asmx`;
      const diagnosis = await examined({ endpoint });
      expect(codes(diagnosis)).toContain("error contract-breaking");
      expect(codes(diagnosis)).toContain("error namespace-differs");
    });

    test("where XML of another kind is shown", async () => {
      const { url } = await front(showing("<rss><channel/></rss>"));
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual(["warning no-wsdl"]);
      expect(checkOf(diagnosis, "contract").message).toContain("rss");
    });
  });

  describe("a gateway's login page", () => {
    test.each([
      ["with a password field", `<html><form action="/x"><input type="password" name="p"></form></html>`],
      ["with a title", "<!DOCTYPE html><html><head><title>Sign in to your account</title></head></html>"],
      ["with a form that leads to a login", `<html><body><form method=post action="/adfs/ls/">Go</form></body></html>`],
    ])("%s", async (_what, body) => {
      const { url } = await front(() => ({ headers: { "content-type": "text/html; charset=utf-8" }, body }));
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual(["error login-page", "error no-soap"]);
      expect(checkOf(diagnosis, "http").findings[0]?.message).toContain("shows a login page instead of the service");
    });

    test("that callers are sent to", async () => {
      const headers = { location: "https://user:geheim@login.example/start?token=geheim" };
      const { url } = await front(() => ({ status: 302, headers }));
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual(["error redirected", "error redirected"]);
      expect(JSON.stringify(diagnosis)).toContain("https://login.example/start");
      expect(JSON.stringify(diagnosis)).not.toContain("geheim");
    });
  });

  describe("a wrong namespace", () => {
    test("is one finding that names both, and the contract is compared all the same", async () => {
      const diagnosis = await examined({ namespaceBaseUrl: "https://wrong.example" });
      const wrong = checkOf(diagnosis, "namespaces");
      expect(wrong.findings).toMatchObject([{ severity: "error", code: "namespace-differs" }]);
      expect(wrong.message).toContain(`is ${sandbox.url}/soap/v3/EmployeeService`);
      expect(wrong.message).toContain("the client sends https://wrong.example/soap/v3/EmployeeService");
      expect(wrong.message).toContain("namespace or namespaceBaseUrl");
      expect(checkOf(diagnosis, "contract").outcome).toBe("ok");
    });

    test("without a WSDL is what the service's fault can mean", async () => {
      const { url } = await front(showing("", {}, 404));
      const diagnosis = await examined({ baseUrl: url, namespaceBaseUrl: "https://wrong.example" });
      expect(checkOf(diagnosis, "namespaces").findings).toMatchObject([
        { severity: "warning", code: "namespace-doubtful" },
      ]);
    });
  });

  describe("credentials", () => {
    test("that the service refuses are tried once", async () => {
      const { url, requests } = await front(() => undefined);
      const diagnosis = await examined({
        baseUrl: url,
        domain: "geheim-domein",
        username: "geheim-user",
        token: "geheim-token",
      });
      expect(codes(diagnosis)).toEqual(["error credentials-refused"]);
      expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
      // The domain is no secret. The other credentials are masked in the texts of the service.
      expect(JSON.stringify(diagnosis)).not.toMatch(/geheim-(?:user|token)/);
    });

    test("that the service repeats in its WSDL are masked", async () => {
      const repeated = wsdl
        .replaceAll(`"${sandbox.url}/soap/v3/EmployeeService"`, '"urn:geheim-token:geheim-header:geheim-query"')
        .replaceAll(/([":])Address_GetList"/g, '$1geheim-token"');
      const { url } = await front(({ method }) =>
        method === "GET" ? { headers: { "content-type": "text/xml" }, body: repeated } : undefined,
      );
      const diagnosis = await examined({
        endpoint: `${url}${path}?code=geheim-query`,
        token: "geheim-token",
        httpHeaders: { authorization: "Bearer geheim-header" },
      });
      expect(checkOf(diagnosis, "namespaces").message).toContain("is urn:***:***:***");
      expect(JSON.stringify(diagnosis)).not.toContain("geheim-");
    });

    test.each([401, 403])("that a gateway refuses with status %s", async (status) => {
      const { url, requests } = await front(({ method }) => (method === "POST" ? { status } : undefined));
      expect(codes(await examined({ baseUrl: url }))).toEqual(["error credentials-refused"]);
      expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
    });

    test("that a 401 asks for otherwise: what it offers is named", async () => {
      const headers = { "www-authenticate": 'Negotiate, Basic realm="x"' };
      const { url } = await front(({ method }) => (method === "POST" ? { status: 401, headers } : undefined));
      const { message } = checkOf(await examined({ baseUrl: url }), "credentials");
      expect(message).toContain("It offers Negotiate, Basic (WWW-Authenticate).");
    });

    const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    const WSA = "http://www.w3.org/2005/08/addressing";
    test.each([
      [WSSE, "InvalidSecurity", "error security-refused", /no header block wsse:Security.*features: \[security/],
      [WSSE, "MessageExpired", "error security-refused", /the clocks differ/],
      [WSSE, "UnsupportedSecurityToken", "error security-refused", /another kind of token/],
      [WSSE, "FailedAuthentication", "error credentials-refused", /refuses the credentials/],
      [WSA, "MessageAddressingHeaderRequired", "error addressing-refused", /features: \[addressing/],
      [WSA, "ActionNotSupported", "error addressing-refused", /features: \[addressing/],
    ])("or a fault about header blocks: {%s}%s is %s", async (namespace, code, finding, words) => {
      const fault = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode xmlns:q="${namespace}">q:${code}</faultcode><faultstring>An error was discovered processing the header.</faultstring></soap:Fault></soap:Body></soap:Envelope>`;
      const headers = { "content-type": "text/xml; charset=utf-8" };
      const { url } = await front(({ method }) =>
        method === "POST" ? { status: 500, headers, body: fault } : undefined,
      );
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual([finding]);
      expect(checkOf(diagnosis, "credentials").message).toMatch(words);
    });

    test.each([
      ["Invalid Token.", "error credentials-refused"],
      ["The Domain is unknown.", "error credentials-refused"],
      ["Gebruikersnaam of wachtwoord is onjuist.", "error credentials-refused"],
      ["Access is denied.", "error credentials-refused"],
      ["Employee not found: 0", undefined],
      ["The period has not begun.", undefined],
      ["Database timeout.", undefined],
    ])("the fault %j", async (reason, finding) => {
      const fault = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>${reason}</faultstring></soap:Fault></soap:Body></soap:Envelope>`;
      const headers = { "content-type": "text/xml; charset=utf-8" };
      const { url, requests } = await front(({ method }) =>
        method === "POST" ? { status: 500, headers, body: fault } : undefined,
      );
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual(finding === undefined ? [] : [finding]);
      expect(checkOf(diagnosis, "credentials").message).toContain(reason.replace(/\.$/, ""));
      expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
    });

    test("a fault that says nothing of the namespace, without a WSDL", async () => {
      const fault = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault><faultcode>soap:Server</faultcode><faultstring>Database timeout.</faultstring></soap:Fault></soap:Body></soap:Envelope>`;
      const headers = { "content-type": "text/xml; charset=utf-8" };
      const { url } = await front(({ method }) =>
        method === "POST" ? { status: 500, headers, body: fault } : { status: 404 },
      );
      expect(checkOf(await examined({ baseUrl: url }), "namespaces")).toMatchObject({
        outcome: "skipped",
        reason: "namespace-not-shown",
      });
    });

    test("a service that fails is not tried again either", async () => {
      const { url, requests } = await front(({ method }) => (method === "POST" ? { status: 503 } : undefined));
      expect(codes(await examined({ baseUrl: url }))).toEqual(["error read-failed"]);
      expect(requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
    });

    test("a read that throws something of its own does not end the examination", async () => {
      const client = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
      open.push(client);
      const read = async () => {
        throw new TypeError("geheim");
      };
      const diagnosis = await diagnose(client, { read });
      expect(checkOf(diagnosis, "credentials").message).toBe("The check failed with TypeError.");
      expect(checkOf(diagnosis, "namespaces").outcome).toBe("ok");
      expect(isFaultError(undefined)).toBe(false);
    });
  });

  describe("a WSDL", () => {
    test.each([
      [404, "warning no-wsdl"],
      [401, "warning wsdl-refused"],
      [403, "warning wsdl-refused"],
      [500, "warning http-status"],
      [503, "error http-status"],
    ])("behind status %s, while calls are taken", async (status, finding) => {
      const { url } = await front(showing("", {}, status));
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual([finding]);
      expect(checkOf(diagnosis, "contract").outcome).toBe("skipped");
      expect(checkOf(diagnosis, "namespaces").message).toContain("The service understands the namespace");
    });

    test("behind a page of HTML, whose title is told", async () => {
      const page = (title: string) => `<!DOCTYPE html><html><head><title>${title}</title></head><body></body></html>`;
      const told = async (title: string, status: number) => {
        const { url } = await front(showing(page(title), { "content-type": "text/html" }, status));
        return checkOf(await examined({ baseUrl: url }), "http").findings[0]?.message;
      };
      expect(await told("Maintenance\n  until 14:00", 503)).toContain(
        'shows status 503 ("Maintenance until 14:00") for',
      );
      expect(await told("Parked", 200)).toContain('shows a page of HTML ("Parked") instead of a WSDL');
      expect(await told(" ", 503)).toContain("shows status 503 for its WSDL");
      expect(await told("x".repeat(500), 404)).toContain(`shows status 404 ("${"x".repeat(100)}…") instead`);
    });

    test("that requires addressing, which the client does not send or does", async () => {
      const policy =
        '<wsp:Policy xmlns:wsp="http://www.w3.org/ns/ws-policy"><wsam:Addressing xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"/></wsp:Policy>';
      const { url } = await front(showing(wsdl.replace(/<wsdl:binding [^>]*>/g, (start) => start + policy)));
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual(["error addressing-required"]);
      expect(checkOf(diagnosis, "contract").findings[0]?.message).toContain('addressing({ addressing: "1.0" })');
      expect(codes(await examined({ baseUrl: url, features: [addressing({ addressing: "1.0" })] }))).toEqual([]);
      expect(codes(await examined({ baseUrl: url, features: [addressing({ addressing: "2004/08" })] }))).toEqual([
        "error addressing-required",
      ]);
    });

    test("of the client that cannot be read is an error", async () => {
      const client = createEmployeeServiceV3({ baseUrl: sandbox.url, domain: "sandbox" });
      open.push(client);
      const diagnosis = await diagnose(client, { wsdl: "wsdl/none.wsdl" });
      expect(checkOf(diagnosis, "contract").findings).toMatchObject([
        { severity: "error", code: "own-wsdl", cause: "file-missing" },
      ]);
    });

    test("in gzip", async () => {
      const { url } = await front(showing(gzipSync(wsdl), { "content-encoding": "gzip" }));
      await expectSame({ baseUrl: url });
    });

    test.each([
      ["utf-16le", Buffer.from([0xff, 0xfe])],
      ["utf-16be", Buffer.from([0xfe, 0xff])],
    ])("in %s", async (encoding, mark) => {
      const text = wsdl.replace(/encoding="[^"]*"/, 'encoding="utf-16"');
      const bytes = Buffer.from(text, "utf16le");
      const { url } = await front(
        showing(Buffer.concat([mark, encoding === "utf-16be" ? bytes.swap16() : bytes]), {
          "content-type": "text/xml",
        }),
      );
      await expectSame({ baseUrl: url });
    });

    test("with a document type, which is ignored", async () => {
      const { url } = await front(showing(`<!DOCTYPE a [<!ENTITY b "c">]>${wsdl.replace(/^<\?xml[^>]*>/, "")}`));
      await expectSame({ baseUrl: url });
    });

    test("whose bytes are not of their encoding", async () => {
      const { url } = await front(showing(Buffer.concat([Buffer.from(wsdl), Buffer.from([0xff])])));
      expect(codes(await examined({ baseUrl: url }))).toEqual(["warning no-wsdl"]);
    });

    test("that compressed is small and is not in truth", async () => {
      const { url } = await front(showing(gzipSync(Buffer.alloc(40 * 2 ** 20, 0x20)), { "content-encoding": "gzip" }));
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual(["warning no-wsdl"]);
      expect(checkOf(diagnosis, "contract").findings).toMatchObject([{ cause: "live-too-large" }]);
    });

    const definitions = (content: string) =>
      `<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">${content}</wsdl:definitions>`;
    test.each([
      ["that ends too early", () => wsdl.slice(0, -100), "not-well-formed", "not well-formed XML"],
      [
        "of 600,000 elements",
        () => definitions("<a/>".repeat(600_000)),
        "live-too-many-elements",
        "more than 500,000 elements",
      ],
      ["of 10,000 levels", () => definitions("<a>".repeat(10_000)), "xml-too-deep", "elements nested deeper than 200"],
      ["that is empty", () => "", "document-empty", "the document is empty"],
    ])("%s is not compared, and says so", async (_what, text, cause, words) => {
      const { url } = await front(showing(text()));
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual(["warning no-wsdl"]);
      expect(checkOf(diagnosis, "contract")).toMatchObject({
        message: expect.stringContaining(words) as string,
        findings: [{ cause }],
      });
      expect(checkOf(diagnosis, "credentials").outcome).toBe("ok");
    });
  });

  describe("what a WSDL imports", () => {
    const start = () => wsdl.slice(0, wsdl.indexOf("<wsdl:types>"));
    const schema = () => /<wsdl:types>\s*(<(\w+):schema[\s\S]*<\/\2:schema>)/.exec(wsdl)?.[1] ?? "";
    const rest = () => wsdl.slice(wsdl.indexOf("</wsdl:types>") + "</wsdl:types>".length);
    /** Returns the schema as a separate document, with the declarations of the root. */
    const own = () => {
      const declarations = [...start().matchAll(/xmlns(?::\w+)?="[^"]*"/g)].map(([text]) => text).join(" ");
      return schema().replace(/^<(\w+:schema)/, `<$1 ${declarations}`);
    };
    const importing = (location: string) => {
      const types = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:import namespace="${sandbox.url}/soap/v3/EmployeeService" schemaLocation="${location}"/></xs:schema>`;
      return `${start()}<wsdl:types>${types}</wsdl:types>${rest()}`;
    };
    const headers = { "content-type": "text/xml; charset=utf-8" };

    test("is read from the same origin", async () => {
      const { url, requests } = await front((request) => {
        if (request.method !== "GET") return undefined;
        return { headers, body: request.url?.endsWith("?wsdl") ? importing("../types.xsd") : own() };
      });
      await expectSame({ baseUrl: url });
      expect(requests).toContain("GET /soap/types.xsd");
    });

    test("at another origin is not asked for, and the contract is not compared", async () => {
      const other = await front(() => ({ headers, body: own() }));
      const { url } = await front(showing(importing(`${other.url}/types.xsd?key=geheim`)));
      const diagnosis = await examined({ baseUrl: url });
      expect(codes(diagnosis)).toEqual(["warning no-wsdl"]);
      expect(checkOf(diagnosis, "contract").message).toContain("/types.xsd?key=*** is not read: another host");
      expect(other.requests).toEqual([]);
      expect(JSON.stringify(diagnosis)).not.toContain("geheim");
    });

    test("and is not there", async () => {
      const { url } = await front((request) => {
        if (request.method !== "GET") return undefined;
        return request.url?.endsWith("?wsdl") ? { headers, body: importing("/types.xsd") } : { status: 404 };
      });
      const diagnosis = await examined({ baseUrl: url });
      expect(checkOf(diagnosis, "contract").findings).toMatchObject([
        { cause: "live-unreadable", message: expect.stringContaining("/types.xsd has status 404") },
      ]);
    });

    test("without end, is read up to a limit", async () => {
      let count = 0;
      const { url, requests } = await front((request) => {
        if (request.method !== "GET") return undefined;
        if (request.url?.endsWith("?wsdl")) return { headers, body: importing("/0.xsd") };
        const next = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a"><xs:include schemaLocation="/${++count}.xsd"/></xs:schema>`;
        return { headers, body: next };
      });
      await examined({ baseUrl: url });
      expect(requests.length).toBeLessThan(110);
    });

    test("that imports what imported it ends", async () => {
      const { url, requests } = await front((request) => {
        if (request.method !== "GET") return undefined;
        if (request.url?.endsWith("?wsdl")) return { headers, body: importing("/types.xsd") };
        return {
          headers,
          body: own().replace(
            /^([^>]*>)/,
            `$1<xs:include xmlns:xs="http://www.w3.org/2001/XMLSchema" schemaLocation="types.xsd"/>`,
          ),
        };
      });
      await expectSame({ baseUrl: url });
      expect(requests.filter((request) => request === "GET /types.xsd").length).toBeLessThanOrEqual(2);
    });
  });
});

/** The messages of commands about features that a client does not have. docs/features.md has the same list. */
describe("feature hints", () => {
  endAfterEach();

  const WSA = "http://www.w3.org/2005/08/addressing";
  const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";

  function fault(namespace: string, local: string): FaultError<undefined> {
    const code = { namespace, local };
    const none = { actor: undefined, node: undefined, role: undefined, detail: undefined };
    return new FaultError("m", { fault: { code, subcodes: [], reason: "r", ...none }, httpStatus: 500 });
  }

  function unauthorized(offer: string): HttpError {
    return Object.assign(new HttpError("m", { status: 401 }), { responseHeaders: { "www-authenticate": offer } });
  }

  const notUnderstood = new ResponseError(`its header block {${WSA}}To must be understood (mustUnderstand)`, {
    reason: "header-not-understood",
    received: `{${WSA}}To`,
  });
  const multipart = new ResponseError("The response has content type multipart/related.", {
    reason: "content-type",
    received: "multipart/related",
  });
  const parts = new ConfigurationError("The messages of Send have parts beside their envelope.", {
    reason: "attachments-needed",
    option: "features",
  });
  const blob = new ArgumentError("a Blob or a stream can only be sent beside the envelope", {
    reason: "attachment-in-envelope",
    path: "p",
    expected: "e",
    received: "r",
  });

  test.each([
    [fault(WSA, "InvalidAddressingHeader"), "addressing", 'addressing({ addressing: "1.0" })'],
    [fault("", "MessageAddressingHeaderRequired"), "addressing", 'addressing({ addressing: "1.0" })'],
    [notUnderstood, "addressing", 'addressing({ addressing: "1.0" })'],
    [multipart, "attachments", "attachments()"],
    [parts, "attachments", "attachments()"],
    [blob, "attachments", "attachments({ mtom: true })"],
    [fault(WSSE, "InvalidSecurity"), "security", "security({ … }) with what the service asks for"],
    [unauthorized("Digest, Basic"), "signIn", 'signIn({ scheme: "digest", … })'],
    [unauthorized("Negotiate, NTLM"), "signIn", 'signIn({ scheme: "ntlm", … })'],
  ])("%s asks for %s, unless the client has it", (error, feature, value) => {
    const hint = featureHint(error, []);
    const entryPoint = feature === "signIn" ? "security" : feature;
    expect(hint).toBe(`Hand the client features: [${value}], of its entry point ${entryPoint}.`);
    expect(featureHint(error, [feature])).toBeUndefined();
    const [code = ""] = value.split(") with");
    expect(readFileSync("docs/features.md", "utf8")).toContain(code);
  });

  test.each([
    fault("", "Client"),
    unauthorized("Basic"),
    new HttpError("m", { status: 500 }),
    new ResponseError("The response has content type text/html.", { reason: "content-type" }),
  ])("%s asks for no feature", (error) => {
    expect(featureHint(error, [])).toBeUndefined();
  });

  class PlainClient extends ServiceClient {
    run(operation: OperationNode, args: object) {
      return this.call(operation as never, args as never);
    }
  }

  const block = `<s:Header><To xmlns="${WSA}" s:mustUnderstand="1">urn:x</To></s:Header>`;
  const unknownBlock = folder("").replace("<s:Body>", `${block}<s:Body>`);
  const octets = new Uint8Array(1);
  const [related, xml] = [
    { type: RELATED, body: multipartBody([rootPart("<x/>")]) },
    { type: "text/xml", body: unknownBlock },
  ];

  test.each<[string, ServiceNode, OperationNode, object, { type: string; body: string | Buffer }, string]>([
    ["a multipart response", archive, getFolder, { Id: 1 }, related, "attachments()"],
    [
      "an argument that is a Blob",
      archive,
      putFolder,
      { Folder: { Cover: new Blob([octets]) } },
      xml,
      "attachments({ mtom: true })",
    ],
    [
      "a message with parts",
      dossier,
      addDocument,
      { AddDocument: { Title: "t" }, scan: octets, note: octets },
      xml,
      "attachments()",
    ],
    ["a block that must be understood", archive, getFolder, { Id: 1 }, xml, 'addressing({ addressing: "1.0" })'],
  ])(
    "the error of a client without features for %s asks for one",
    async (_what, tables, operation, args, answer, value) => {
      const { url, stop } = await listen((_request, response) => {
        response.writeHead(200, { "Content-Type": answer.type }).end(answer.body);
      });
      atEnd(stop);
      const client = new PlainClient(tables, { endpoint: url, retries: 0 });
      atEnd(() => client.close({ force: true }));
      const error = await rejection(client.run(operation, args));
      expect(isServiceError(error)).toBe(true);
      expect(featureHint(error as never, [])).toContain(value);
    },
  );
});
