import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fastify from "fastify";
import { openService, operationOf } from "soapwright";
import { gateway, startGateway } from "soapwright-gateway";
import { toJson } from "soapwright-runtime/json";
import { SandboxFault } from "soapwright-sandbox";
import { type Stage, startStage } from "./parcels";

const PROBLEM = "application/problem+json; charset=utf-8";
const parcel = { Id: 1, Weight: "2.50", Size: "small" };

describe("operations as REST", () => {
  let stage: Stage;
  let asked: unknown[];
  let failure: SandboxFault | undefined;
  beforeAll(async () => {
    const record =
      <R>(result: R) =>
      (args: unknown): R => {
        if (failure !== undefined) throw failure;
        asked.push(args);
        return result;
      };
    const handlers = {
      getParcel: record({ Id: 7, Weight: "2.50" }),
      findParcels: record([parcel, { ...parcel, Id: 2 }]),
      bookParcel: record(9_007_199_254_740_993n),
      countParcels: record(3),
      noteParcel: record(undefined),
    };
    const cache = { GetParcel: { cacheControl: "private, max-age=60", etag: true } };
    stage = await startStage({ safe: ["Count*"], cache, statuses: { faults: { ParcelLost: 404 } } }, { handlers });
  });
  afterAll(() => stage.close());
  beforeEach(() => {
    asked = [];
    failure = undefined;
  });

  test("a POST has arguments and result as JSON, with nothing rounded", async () => {
    const { status, headers, text } = await stage.post("bookParcel", { Parcel: parcel, Line: [parcel] });
    expect([status, headers.get("content-type"), text]).toEqual([
      200,
      "application/json; charset=utf-8",
      '"9007199254740993"',
    ]);
    const direct = await stage.client.bookParcel!({ Parcel: parcel, Line: [parcel] });
    expect(toJson(operationOf(stage.client, "bookParcel").output!, direct)).toBe("9007199254740993");
    expect(asked[0]).toEqual(asked[1]);
  });

  test("a list is JSON, or lines as the caller accepts", async () => {
    expect((await stage.post("findParcels", {})).json).toEqual([parcel, { ...parcel, Id: 2 }]);
    for (const accept of ["application/x-ndjson", "application/json;q=0.5, application/jsonl"]) {
      const { headers, text } = await stage.post("findParcels", { From: 1 }, { headers: { accept } });
      expect(headers.get("content-type")).toBe("application/x-ndjson");
      expect(text).toBe(`${JSON.stringify(parcel)}\n${JSON.stringify({ ...parcel, Id: 2 })}\n`);
    }
    const preferred = { accept: "application/json, application/x-ndjson;q=0.1" };
    expect((await stage.post("findParcels", {}, { headers: preferred })).json).toHaveLength(2);
    const own = await stage.post("findParcels/lines", {});
    expect(own.headers.get("content-type")).toBe("application/x-ndjson");
    expect((await stage.ask("/parcels/findParcels/lines")).json).toMatchObject({ status: 405 });
    expect((await stage.post("countParcels/lines", {})).status).toBe(404);
    const single = await stage.post("countParcels", {}, { headers: { accept: "application/x-ndjson" } });
    expect(single.json).toMatchObject({ status: 406, title: "Not Acceptable", operation: "CountParcels" });
  });

  test("a safe operation with simple arguments is a GET too", async () => {
    const got = await stage.ask("/parcels/getParcel?Id=7&Exact=true&Size=small&Size=large&Factor=INF&Since=2026-11-28");
    expect([got.status, got.json]).toEqual([200, { Id: 7, Weight: "2.50" }]);
    expect(asked).toEqual([
      { Id: 7, Exact: true, Size: ["small", "large"], Factor: Number.POSITIVE_INFINITY, Since: "2026-11-28" },
    ]);
    expect((await stage.ask("/parcels/countParcels")).json).toBe(3);
    for (const [query, detail] of [
      ["Id=7&Id=8", "The parameter Id is there 2 times, and takes one value."],
      ["Ids=7", "The operation has no parameter Ids. Did you mean Id?"],
      ["Id=%FF", "The query has percent-encoding that is not UTF-8."],
      ["__proto__=1", "The operation has no parameter __proto__. It has Id, Exact, Size, Factor, Since."],
    ])
      expect((await stage.ask(`/parcels/getParcel?${query}`)).json).toMatchObject({
        status: 400,
        code: "ARGUMENT",
        detail,
      });
    const wrong = await stage.ask("/parcels/getParcel?Id=seven");
    expect(wrong.json).toMatchObject({ status: 400, errors: [{ pointer: "/Id" }] });
    expect((await stage.ask("/parcels/findParcels")).json).toMatchObject({ status: 405 });
  });

  test("a wrong parameter of a query has its place", async () => {
    for (const query of ["Id=1&Id=2", "Id=x"])
      expect((await stage.ask(`/parcels/getParcel?${query}`)).json).toMatchObject({
        status: 400,
        errors: [{ pointer: "/Id" }],
      });
    expect((await stage.ask("/parcels/getParcel?Id=1&Idd=2")).json).toMatchObject({
      status: 400,
      errors: [{ pointer: "" }],
    });
    expect(asked).toEqual([]);
  });

  test("a number of a query is judged by its text, as that of a body is", async () => {
    for (const number of ["7.0000000000000001", "2147483647.0000000001", "6.99999999999999999"]) {
      const refused = { status: 400, errors: [{ pointer: "/Id", detail: expect.stringContaining("of more digits") }] };
      expect((await stage.ask(`/parcels/getParcel?Id=${number}`)).json).toMatchObject(refused);
      const { json } = await stage.post("getParcel", `{"Id":${number}}`);
      expect(json).toMatchObject(refused);
    }
    expect(asked).toEqual([]);
    await stage.ask("/parcels/getParcel?Id=7.0&Factor=0.1000000000000000055");
    expect(asked).toEqual([expect.objectContaining({ Id: 7, Factor: 0.1 })]);
  });

  test("ETag and Cache-Control are on responses that ask for it", async () => {
    const first = await stage.ask("/parcels/getParcel?Id=7");
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect(first.headers.get("cache-control")).toBe("private, max-age=60");
    expect(first.headers.get("vary")).toBe("Accept, Authorization");
    const again = await stage.ask("/parcels/getParcel?Id=7", { headers: { "if-none-match": `W/"x", ${etag}` } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const other = await stage.ask("/parcels/countParcels");
    expect([other.headers.get("etag"), other.headers.get("cache-control")]).toEqual([null, null]);
  });

  test("an ETag that a proxy has made weak is still the one of the response", async () => {
    const etag = (await stage.ask("/parcels/getParcel?Id=7")).headers.get("etag")!;
    const statusFor = async (known: string): Promise<number> =>
      (await stage.ask("/parcels/getParcel?Id=7", { headers: { "if-none-match": known } })).status;
    for (const known of [`W/${etag}`, `"x", W/${etag}`, `W/"x",W/${etag}`]) expect(await statusFor(known)).toBe(304);
    for (const known of ['W/"x"', `w/${etag}`]) expect(await statusFor(known)).toBe(200);
  });

  test("a one-way operation is accepted", async () => {
    const { status, text } = await stage.post("noteParcel", { Id: 7 });
    expect([status, text]).toEqual([202, ""]);
  });

  test("wrong arguments are a problem with a JSON pointer each, and nothing is sent", async () => {
    const { status, headers, json } = await stage.post("bookParcel", { Parcel: { Id: "1" }, Line: [parcel, 3] });
    expect([status, headers.get("content-type")]).toEqual([400, PROBLEM]);
    expect(json).toMatchObject({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      code: "ARGUMENT",
      kind: "argument",
    });
    const { errors } = json as { errors: { pointer: string }[] };
    expect(errors.map(({ pointer }) => pointer)).toEqual(["/Parcel/Id", "/Parcel/Weight", "/Line/1"]);
    // Facets too, and nothing is coerced or dropped.
    for (const [args, pointer] of [
      [{ Parcel: parcel, Line: [parcel, parcel, parcel, parcel] }, "/Line"],
      [{ Parcel: { ...parcel, Id: "1" } }, "/Parcel/Id"],
      [{ Parcel: { ...parcel, Weight: 2.5 } }, "/Parcel/Weight"],
      [{ Parcel: { ...parcel, Size: "huge" } }, "/Parcel/Size"],
      [{ Parcel: parcel, more: 1 }, ""],
      [[], ""],
    ] as const)
      expect((await stage.post("bookParcel", args)).json).toMatchObject({ status: 400, errors: [{ pointer }] });
    expect(asked).toEqual([]);
  });

  test("a body that is not JSON in UTF-8 is refused with its place", async () => {
    const cases: readonly (readonly [string | Buffer, string, number, RegExp])[] = [
      ['{"Id":', "application/json", 400, /ends too early \(line 1, column 7\)/],
      ["{'Id': 1}", "application/json", 400, /line 1, column 2/],
      ["{}", "text/plain", 415, /Content-Type: application\/json/],
      ["{}", "application/json; charset=utf-16", 415, /charset/],
      [Buffer.from([0x22, 0xff, 0x22]), "application/json", 400, /not UTF-8/],
      [`${"[".repeat(100_000)}`, "application/json", 400, /nested deeper than 10000 levels/],
      ['{"__proto__": {"Id": 1}, "Id": 1}', "application/json", 400, /unknown property __proto__/],
      ['{"constructor": 1}', "application/json", 400, /unknown property constructor/],
    ];
    for (const [body, type, status, detail] of cases) {
      const { json } = await stage.ask("/parcels/noteParcel", {
        method: "POST",
        body,
        headers: { "content-type": type },
      });
      expect(json).toMatchObject({ status, detail: expect.stringMatching(detail) });
    }
    expect(Object.prototype).not.toHaveProperty("Id");
    const packed = await stage.ask("/parcels/noteParcel", {
      method: "POST",
      body: gzipSync('{"Id": 1}'),
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
    });
    expect(packed.headers.get("accept-encoding")).toBe("identity");
    expect(packed.json).toMatchObject({ status: 415, detail: expect.stringContaining("Content-Encoding") });
    const long = await stage.post("noteParcel", `{"Id": ${" ".repeat(1_100_000)}1}`);
    expect(long.json).toMatchObject({ status: 413, detail: "The body is longer than 1048576 bytes." });
    const none = await stage.ask("/parcels/countParcels", { method: "POST" });
    expect(none.json).toBe(3);
    expect(asked).toHaveLength(1);
  });

  test("another path says what is near, another method what is allowed", async () => {
    const near = await stage.post("bokParcel", {});
    expect(near.json).toMatchObject({
      status: 404,
      detail: expect.stringContaining("Did you mean /parcels/bookParcel?"),
    });
    const elsewhere = await stage.ask("/nothing");
    expect(elsewhere.json).toMatchObject({ status: 404, detail: expect.stringContaining("/openapi.json") });
    const put = await stage.ask("/parcels/getParcel", { method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    const attached = await stage.post("scanParcel", {});
    expect(attached.json).toMatchObject({
      status: 404,
      detail: expect.stringMatching(/ScanParcel is not served.*attachments/),
    });
    expect((await stage.ask("/parcels/%ff")).status).toBe(400);
  });

  test("a path that does not exist is a 404, whatever the body is", async () => {
    const stage = await startStage();
    for (const [type, body] of [
      ["application/json", '{"broken":'],
      ["text/plain", "text"],
      ["application/json", JSON.stringify("x".repeat(3_000_000))],
    ] as const) {
      const { status, headers, json } = await stage.ask("/parcel/getParcel", {
        method: "POST",
        headers: { "content-type": type },
        body,
      });
      expect(headers.get("content-type")).toContain("application/problem+json");
      expect([type, json]).toEqual([type, expect.objectContaining({ status, title: expect.any(String) })]);
      expect([404, 413]).toContain(status);
    }
    await stage.close();
  });

  test("a declared fault has its typed detail, and the status of the table", async () => {
    failure = new SandboxFault({
      code: "Client",
      reason: "Parcel 7 is lost.",
      detail: { ParcelLost: { Id: 7n, Place: "Basel" } },
    });
    const { status, json } = await stage.post("bookParcel", { Parcel: parcel });
    expect(status).toBe(404);
    expect(json).toMatchObject({
      code: "FAULT",
      operation: "BookParcel",
      fault: { code: "Client", reason: "Parcel 7 is lost.", name: "ParcelLost", detail: { Id: "7", Place: "Basel" } },
    });
    failure = new SandboxFault({ code: "Client.Other", reason: "No." });
    expect((await stage.post("bookParcel", { Parcel: parcel })).json).toMatchObject({ status: 502, kind: "rejected" });
    failure = new SandboxFault({ code: "Client.Authentication", reason: "Invalid password." });
    // The credentials are the gateway's own.
    expect((await stage.post("bookParcel", { Parcel: parcel })).json).toMatchObject({ status: 502, kind: "refused" });
  });

  test("health has the contract, and ready the number of callers", async () => {
    const { sha256 } = stage.client.contract;
    expect((await stage.ask("/health")).json).toMatchObject({
      status: "pass",
      contracts: [{ service: "Parcels", sha256 }],
      operations: 5,
      leftOut: [{ operation: "ScanParcel", reason: expect.stringContaining("attachments") }],
    });
    expect((await stage.ask("/ready")).json).toEqual({ status: "pass", callers: 0 });
  });
});

test("names with dots have pointers of their own, for facets too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gateway-dots-"));
  const wsdl = join(folder, "dots.wsdl");
  const element = (name: string, content: string) =>
    `<xs:element name="${name}"><xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType></xs:element>`;
  writeFileSync(
    wsdl,
    `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
      xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:dots" targetNamespace="urn:dots">
    <types><xs:schema targetNamespace="urn:dots">
      <xs:simpleType name="Code"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]+"/></xs:restriction></xs:simpleType>
      ${element("Get.It", `<xs:element name="a.b" type="t:Code"/>${element("in.ner", '<xs:element name="x.y" type="t:Code" maxOccurs="9"/>')}`)}
      ${element("Get.ItResponse", "")}
    </xs:schema></types>
    <message name="in"><part name="body" element="t:Get.It"/></message>
    <message name="out"><part name="body" element="t:Get.ItResponse"/></message>
    <portType name="Dots"><operation name="Get.It"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="Dots" type="t:Dots"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
      <operation name="Get.It"><soap:operation soapAction=""/><input><soap:body use="literal"/></input>
        <output><soap:body use="literal"/></output></operation></binding>
    <service name="Dots"><port name="Dots" binding="t:Dots"><soap:address location="http://127.0.0.1:1/"/></port></service>
    </definitions>`,
  );
  const client = await openService(wsdl);
  const running = await startGateway({ client, port: 0 });
  for (const [payload, pointers] of [
    [{ "a.b": "A", "in.ner": { "x.y": ["A", "b"] } }, ["/in.ner/x.y/1"]],
    [{ "a.b": "a", "in.ner": { "x.y": ["b"] } }, ["/a.b", "/in.ner/x.y/0"]],
    [{ "a.b": "A", "in.ner": { "x.y": [1] } }, ["/in.ner/x.y/0"]],
  ] as const) {
    const response = await fetch(`${running.url}/dots/getIt`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(payload),
    });
    const { errors } = (await response.json()) as { errors: readonly { pointer: string }[] };
    expect([response.status, errors.map(({ pointer }) => pointer)]).toEqual([400, pointers]);
  }
  await running.close();
  await client.close();
  rmSync(folder, { recursive: true });
});

const refusal = (reason: string, message: string) =>
  expect.objectContaining({ code: "CONFIGURATION", reason, message: expect.stringContaining(message) }) as Error;

describe("two operations with one path", () => {
  test("are one error that names both", async () => {
    const { client, close } = await startStage();
    expect(() => gateway({ client, path: ({ method }) => `/x/${method.length}` })).toThrow(
      refusal(
        "path-twice",
        "Parcels.BookParcel and Parcels.NoteParcel have one path: /x/10. Return another path for one of them from path.",
      ),
    );
    expect(() => gateway({ client: [client, client] })).toThrow(
      refusal("path-twice", "Parcels.GetParcel and Parcels.GetParcel have one path: /parcels/getParcel."),
    );
    await close();
  });
});

test.each<[reason: string, message: string, options: object]>([
  [
    "safe-operation-unknown",
    "There is no operation GetParcels, which safe names. Did you mean GetParcel?",
    { safe: ["Gt*", "GetParcels"] },
  ],
  [
    "cached-operation-unknown",
    "There is no operation GetParcels, which cache names. Did you mean GetParcel?",
    { cache: { GetParcels: { etag: true } } },
  ],
  [
    "status-invalid",
    "The status of ParcelLost is no status of an error: it is from 400 to 599.",
    { statuses: { faults: { ParcelLost: 200 } } },
  ],
  [
    "path-invalid",
    "The path of Parcels.GetParcel is not valid: it begins with / and has no space and none of the characters : * ? # %.",
    { path: () => "/a b" },
  ],
])("an option that names what there is not is refused: %s", async (reason, message, options) => {
  const { client, close } = await startStage();
  expect(() => gateway({ client, ...options })).toThrow(refusal(reason, message));
  await close();
});

describe("in an application of Fastify", () => {
  test("the plugin has its own paths, bodies and errors alone", async () => {
    const stage = await startStage();
    const app = fastify();
    app.post("/own", async (request) => ({ got: request.body }));
    app.get("/parcels", async () => "own");
    await app.register(gateway({ client: stage.client, safe: ["Count*"] }), { prefix: "/api" });
    const url = await app.listen({ port: 0, host: "127.0.0.1" });
    const jsonOf = async (path: string, init?: RequestInit): Promise<unknown> => (await fetch(url + path, init)).json();
    const headers = { "content-type": "application/json" };
    expect(await jsonOf("/own", { method: "POST", body: '{"a":1}', headers })).toEqual({ got: { a: 1 } });
    expect(await (await fetch(`${url}/parcels`)).text()).toBe("own");
    expect(await jsonOf("/nothing")).toMatchObject({ statusCode: 404, error: "Not Found" });
    expect(await jsonOf("/api/parcels/countParcels")).toEqual(expect.any(Number));
    const near = await jsonOf("/api/parcels/countParcel", { method: "POST" });
    expect(near).toMatchObject({ detail: expect.stringContaining("/api/parcels/countParcels") });
    expect(await jsonOf("/api/openapi.json")).toMatchObject({ servers: [{ url: "/api" }] });
    expect(await jsonOf("/own", { method: "POST", body: "{", headers })).toMatchObject({ statusCode: 400 });
    await app.close();
    await stage.close();
  });
});

test("another host needs a token or credentials", async () => {
  const client = await openService("wsdl/employee-service.v3.wsdl", { endpoint: "http://127.0.0.1:9/" });
  await expect(startGateway({ client, host: "0.0.0.0", port: 0 })).rejects.toMatchObject({
    reason: "gateway-open",
    message: expect.stringContaining("it needs token or credentials"),
  });
  const first = await startGateway({ client, port: 0 });
  const port = Number(new URL(first.url).port);
  await expect(startGateway({ client, port })).rejects.toMatchObject({
    reason: "gateway-port-in-use",
    message: expect.stringContaining(`The port ${port} is in use.`),
  });
  // No interface of this machine has an address of the documentation.
  await expect(startGateway({ client, host: "192.0.2.1", port: 0, token: "t" })).rejects.toMatchObject({
    reason: "gateway-cannot-listen",
    option: "host",
  });
  await first.close();
  await client.close();
});
