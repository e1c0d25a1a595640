import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import createFetch from "openapi-fetch";
import { openService, operationOf } from "soapwright";
import { openApiOf } from "soapwright-gateway";
import { toJson } from "soapwright-runtime/json";
import { parcelsWsdl, type Stage, startStage } from "./parcels";
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
