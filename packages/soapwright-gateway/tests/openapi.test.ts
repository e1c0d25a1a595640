import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import createFetch from "openapi-fetch";
import { openService, operationOf } from "soapwright";
import { openApiOf } from "soapwright-gateway";
import { toJson } from "soapwright-runtime/json";
import { parcelsWsdl, type Stage, startStage } from "./parcels";
import { MANY, sequence, shopWsdl, text } from "./tools/shop-wsdl";
import { problemsOf } from "./validate";

type Member = { readonly [key: string]: Member } & readonly Member[];

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ safe: ["Count*"] });
});
afterAll(() => stage.close());

test("the document is valid OpenAPI 3.1, and what the gateway serves", async () => {
  const document = openApiOf({ client: stage.client, safe: ["Count*"] });
  expect(problemsOf([document])).toEqual([[]]);
  expect((await stage.ask("/openapi.json")).json).toEqual(JSON.parse(JSON.stringify(document)));
});

test("operations have schemas of the WSDL's types, safe ones a GET with parameters", () => {
  const { paths, components, info, ...others } = openApiOf({
    client: stage.client,
    documentation: { operations: { GetParcel: "Gets a parcel. It may be lost." } },
  }) as unknown as Member;
  expect(Object.keys(paths!)).toEqual(
    ["getParcel", "findParcels", "findParcels/lines", "bookParcel", "countParcels", "noteParcel"].map(
      (place) => `/parcels/${place}`,
    ),
  );
  const { get, post } = paths!["/parcels/getParcel"]!;
  expect(get).toMatchObject({ operationId: "getParcel_get", summary: "Gets a parcel." });
  expect(get!.parameters).toEqual([
    { name: "Id", in: "query", required: true, schema: { type: "integer", minimum: -2147483648, maximum: 2147483647 } },
    { name: "Exact", in: "query", required: false, schema: { type: "boolean" } },
    {
      name: "Size",
      in: "query",
      required: false,
      schema: { type: "array", items: { $ref: "#/components/schemas/Size" } },
    },
    { name: "Factor", in: "query", required: false, schema: expect.objectContaining({ anyOf: expect.any(Array) }) },
    { name: "Since", in: "query", required: false, schema: expect.objectContaining({ anyOf: expect.any(Array) }) },
  ]);
  expect(post!.requestBody!.content!["application/json"]).toEqual({
    schema: { $ref: "#/components/schemas/getParcel.args" },
  });
  const typesAt = (place: string) => Object.keys(paths![place]!.post!.responses!["200"]!.content!);
  expect(typesAt("/parcels/findParcels")).toEqual(["application/json"]);
  expect(typesAt("/parcels/findParcels/lines")).toEqual(["application/x-ndjson"]);
  expect(paths!["/parcels/findParcels"]!.post).toMatchObject({
    operationId: "findParcels",
    summary: "Find parcels",
    description: "The operation FindParcels of Parcels.",
  });
  expect(others.security).toEqual([]);
  expect(info).toMatchObject({ title: "Parcels", version: "1.0.0" });
  expect(info!["x-soapwright-contracts"]).toEqual([
    { service: "Parcels", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect(Object.keys(paths!["/parcels/noteParcel"]!.post!.responses!)).toContain("202");
  expect(components!.schemas!.Size).toMatchObject({ enum: ["small", "large"] });
  expect(JSON.stringify(paths!["/parcels/bookParcel"])).toContain("#/components/schemas/bookParcel.fault.ParcelLost");
  expect(info!.description).toMatch(/ScanParcel: .*attachments/);
  expect(others["x-soapwright-left-out"]).toMatchObject([{ operation: "ScanParcel", method: "scanParcel" }]);
});

test("names of the WSDL that OpenAPI does not allow are replaced, each by its own", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gateway-names-"));
  const odd = parcelsWsdl()
    .replaceAll(/ParcelLost/g, "Verlust\u00fc")
    .replaceAll('"Size"', '"Gr\u00f6\u00dfe"')
    .replaceAll("t:Size", "t:Gr\u00f6\u00dfe")
    .replaceAll('"Parcel"', '"Gr\u00e4\u00dfe"')
    .replaceAll('t:Parcel"', 't:Gr\u00e4\u00dfe"');
  writeFileSync(join(folder, "odd.wsdl"), odd);
  const client = await openService(join(folder, "odd.wsdl"));
  const made = openApiOf({ client });
  expect(problemsOf([made])).toEqual([[]]);
  const document = JSON.stringify(made);
  expect(document).toContain('"Gr__e":{');
  expect(document).toContain('"Gr__e_2":{');
  for (const [, name] of document.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    expect(name).toMatch(/^[\w.-]+$/);
    expect(document).toContain(`"${name}":{`);
  }
  await client.close();
  rmSync(folder, { recursive: true });
});

/** Returns the document of a WSDL that has these operations and types. */
async function documentOf(
  operations: Parameters<typeof shopWsdl>[0],
  types: string,
  options: Omit<Parameters<typeof openApiOf>[0], "client"> = {},
): Promise<Member> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-names-"));
  writeFileSync(join(folder, "shop.wsdl"), shopWsdl(operations, types));
  const client = await openService(join(folder, "shop.wsdl"));
  rmSync(folder, { recursive: true });
  const document = openApiOf({ ...options, client });
  await client.close();
  expect(problemsOf([document])).toEqual([[]]);
  return document as unknown as Member;
}

test("names stay apart in the code that generators make of them", async () => {
  const names = [
    "FindResult",
    "findItem",
    "FINDItem",
    "Find_Args",
    "Response",
    "Array",
    "Promise",
    "Headers",
    "Problem",
  ];
  const each = (name: string): string => `<xs:element name="v${name}" type="t:${name}" minOccurs="0"/>`;
  const all = sequence(...names.map(each));
  const { paths, components } = await documentOf(
    [
      { name: "Find", request: all, response: sequence(`<xs:element name="r" type="t:Response" ${MANY}/>`) },
      ...["Find_lines", "FindLines", "Find_get", "FIND2", "Find_2"].map((name) => ({
        name,
        request: all,
        response: all,
      })),
    ],
    names.map((name) => `<xs:complexType name="${name}">${sequence(text("a"))}</xs:complexType>`).join(""),
    { safe: ["Find"] },
  );
  // As orval, hey-api and others write them.
  const written = (name: string): string => name.replace(/[^a-z\d]/gi, "").toLowerCase();
  const types = Object.keys(components!.schemas!);
  expect(new Set(types.map(written)).size).toBe(types.length);
  expect(types).toEqual(expect.arrayContaining(["FindResult", "findItem", "Response_2", "Array_2", "Promise_2"]));
  for (const name of ["Response", "Array", "Promise", "Headers"]) expect(types).not.toContain(name);
  expect(components!.schemas!.Response_2!.title).toBe("Response");
  const ids = Object.values(paths!).flatMap((item) =>
    Object.values(item).map(({ operationId }) => String(operationId)),
  );
  expect(ids).toHaveLength(7);
  expect(new Set(ids.map(written)).size).toBe(ids.length);
});

test("a result that lenient reads as absent has a 204", async () => {
  const required = [{ name: "Find", response: sequence(text("Name")) }];
  for (const [validation, has] of [
    ["standard", false],
    ["lenient", true],
  ] as const) {
    const { paths } = await documentOf(required, "", { validation });
    expect(Object.hasOwn(paths!["/shopService/find"]!.post!.responses!, "204")).toBe(has);
  }
});

test("openapi-fetch gets the values of a direct call", async () => {
  const api = createFetch<Record<string, never>>({ baseUrl: stage.gateway.url }) as unknown as {
    POST(path: string, options: { body: unknown }): Promise<{ data?: unknown; error?: unknown }>;
  };
  for (const [method, body] of [
    ["getParcel", { Id: 7 }],
    ["findParcels", {}],
    ["bookParcel", { Parcel: { Id: 1, Weight: "1" } }],
    ["countParcels", {}],
  ] as const) {
    const { data, error } = await api.POST(`/parcels/${method}`, { body });
    expect(error).toBeUndefined();
    const direct = await stage.client[method]!(body);
    expect(data).toEqual(toJson(operationOf(stage.client, method).output!, direct));
  }
});
