/** What a gateway takes as limits, ports and interfaces, and what it keeps of its callers. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openService } from "soapwright";
import { gateway, startGateway } from "soapwright-gateway";
import { toolServer } from "soapwright-gateway/tools";
import { Admissions } from "../src/limits";
import { parcelsFile } from "./parcels";

const { path, remove } = parcelsFile();
afterAll(remove);

test.each([
  ["maxBodyBytes", Number.NaN],
  ["maxBodyBytes", 0],
  ["maxBodyBytes", "1000"],
  ["maxCallers", Number.NaN],
  ["maxCallers", "x"],
  ["maxCallers", 1.5],
  ["requestsPerSecond", Number.NaN],
  ["requestsPerSecond", 0],
  ["requestsPerSecond", -5],
  ["bodyTimeoutMs", 1e12],
  ["bodyTimeoutMs", Number.NaN],
  ["callTimeoutMs", Number.NaN],
  ["callTimeoutMs", 0],
  ["drainMs", -1],
  ["maxBodyByte", 10],
])("limits.%s as %p is an error that names it", async (name, value) => {
  const client = await openService(path);
  const limits = { [name]: value } as object;
  const expected = {
    name: "ConfigurationError",
    option: `limits.${name}`,
    message: expect.stringContaining(name) as string,
  };
  await expect(startGateway({ client, port: 0, limits })).rejects.toMatchObject(expected);
  expect(() => gateway({ client, limits })).toThrow(expect.objectContaining(expected));
  await client.close();
});

test.each<[option: string, options: object]>([
  ["credential", { credential: () => undefined }],
  ["tokens", { tokens: "secret" }],
  ["credentials", { credentials: {} }],
  ["token", { token: "" }],
  ["token", { token: 5 }],
  ["challenge", { challenge: "Bearer\r\nx: y" }],
  ["cache.GetParcel.cachecontrol", { cache: { GetParcel: { cachecontrol: "no-store" } } }],
  ["cache.GetParcel.cacheControl", { cache: { GetParcel: { cacheControl: "private\r\nx: y" } } }],
  ["cache.GetParcel.etag", { cache: { GetParcel: { etag: "yes" } } }],
  ["cache.GetParcel", { cache: { GetParcel: null } }],
  ["statuses.FAULTS", { statuses: { FAULTS: 404 } }],
  ["hosts", { hosts: "api.example" }],
  ["origins", { origins: "https://app.example" }],
  ["safe", { safe: "Get*" }],
  ["validation", { validation: "loose" }],
  ["page", { page: "no" }],
])("an unknown or wrong %s is an error that names it", async (option, options) => {
  const client = await openService(path);
  const expected = { name: "ConfigurationError", option };
  await expect(startGateway({ client, port: 0, ...options })).rejects.toMatchObject(expected);
  expect(() => gateway({ client, ...options })).toThrow(expect.objectContaining(expected));
  await client.close();
});

test("a fraction of a request a second, no drain and undefined are limits", async () => {
  const client = await openService(path);
  const limits = { requestsPerSecond: 0.1, drainMs: 0, maxCallers: undefined };
  const { close } = await startGateway({ client, port: 0, limits });
  await close();
  await client.close();
});

test.each([-1, 65_536, 1.5, Number.NaN, "80"])("the port %p is an error that names it", async (port) => {
  const client = await openService(path);
  const options = { client, port: port as number };
  await expect(startGateway(options)).rejects.toMatchObject({ name: "ConfigurationError", option: "port" });
  const tools = toolServer({ client }).serveHttp(options);
  await expect(tools).rejects.toMatchObject({ name: "ToolOptionError", option: "port" });
  await client.close();
});

test.each(["127.evil.example", "127.0.0.1.evil.example", "127.999.0.1", "localhost.evil.example", "0.0.0.0", ""])(
  "the host %p is not this machine alone",
  async (host) => {
    const client = await openService(path);
    await expect(startGateway({ client, port: 0, host })).rejects.toMatchObject({ option: "token" });
    await expect(toolServer({ client }).serveHttp({ port: 0, host })).rejects.toMatchObject({ option: "token" });
    await client.close();
  },
);

test("names of callers are not kept, whatever their length", () => {
  const admissions = new Admissions({ requestsPerSecond: 0.001 });
  const name = (number: number) => `${"x".repeat(14_000)}${number}`;
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let number = 0; number < 10_000; number++) admissions.enter(name(number))();
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(() => admissions.enter(name(9_999))).toThrow("more than 0.001 requests a second");
});
