/** The steps of examples/docker/gateway.Dockerfile, and the gateway that they install: `make docker-test`. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { mockService } from "soapwright-sandbox";
import { closure, packAll, readWorkspaces } from "../../scripts/workspaces";
import { Image, plain } from "./image";

const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:t="urn:orders" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:orders">
  <types><xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">
    <xs:element name="CountOrders"><xs:complexType><xs:sequence><xs:element name="Year" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
    <xs:element name="CountOrdersResponse"><xs:complexType><xs:sequence><xs:element name="Count" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema></types>
  <message name="In"><part name="parameters" element="t:CountOrders"/></message>
  <message name="Out"><part name="parameters" element="t:CountOrdersResponse"/></message>
  <portType name="Orders"><operation name="CountOrders"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="Orders" type="t:Orders"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="CountOrders"><soap:operation soapAction="urn:orders/CountOrders"/>
      <input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation></binding>
  <service name="Orders"><port name="Orders" binding="t:Orders"><soap:address location="http://127.0.0.1:1/orders"/></port></service>
</definitions>`;
const TOKEN = "token-of-sixteen-or-more";

const image = new Image("examples/docker/gateway.Dockerfile");
let mock: Awaited<ReturnType<typeof mockService>>;
beforeAll(async () => {
  image.build((context) => {
    const all = readWorkspaces(".");
    const needed = new Set(["soapwright", "soapwright-gateway"].flatMap((name) => closure(all, name)));
    for (const { name, file } of packAll(".", context)) if (!needed.has(name)) rmSync(file);
    writeFileSync(join(context, "orders.wsdl"), wsdl);
  });
  mock = await mockService(join(image.folder, "orders.wsdl"), {
    handlers: { countOrders: ({ Year }: { readonly Year: number }) => Year - 2_000 },
  });
}, 300_000);
afterAll(async () => {
  await mock?.close();
  image.remove();
});

test("the image holds the WSDL and the packages, and no packed file", () => {
  const folder = image.folder;
  expect(readdirSync(folder).sort()).toEqual(["node_modules", "orders.wsdl", "package-lock.json", "package.json"]);
  expect(existsSync(join(folder, "node_modules/soapwright-gateway/dist/index.js"))).toBe(true);
});

test("without its token it does not start, and says which variable is absent", () => {
  const { status, stderr } = image.run(["--port", "0"]);
  expect([status, stderr]).toEqual([2, expect.stringContaining("GATEWAY_TOKEN")]);
});

test("it serves callers with the token, is healthy, and ends by SIGTERM, as docker stop sends it", async () => {
  const endpoint = mock.url + mock.places[0]!.path;
  // In a container the host is 0.0.0.0. A test stays on loopback.
  const [file, args] = image.entryPoint(["--host", "127.0.0.1", "--port", "0", "--endpoint", endpoint]);
  const env = { ...plain, GATEWAY_TOKEN: TOKEN };
  const gateway = spawn(file, args, { cwd: image.folder, env, stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(gateway, "exit") as Promise<[number | null, string | null]>;
  try {
    const [url] = (await Promise.race([once(createInterface(gateway.stdout), "line"), ended])) as [string];
    const call = (headers: Record<string, string>) =>
      fetch(`${url}/orders/countOrders`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: '{"Year":2026}',
      });
    expect((await call({})).status).toBe(401);
    const response = await call({ authorization: `Bearer ${TOKEN}` });
    expect([response.status, await response.json()]).toEqual([200, 26]);
    const [program = "", ...check] = JSON.parse(image.only("HEALTHCHECK").replace(/^CMD /, "")) as string[];
    // The mock is in this process.
    const isHealthy = async (port: string) => {
      const run = spawn(
        program,
        check.map((word) => word.replace("8080", port)),
      );
      const [status] = await once(run, "exit");
      return status === 0;
    };
    expect(await isHealthy(new URL(url).port)).toBe(true);
    expect(await isHealthy(new URL(mock.url).port)).toBe(false);
  } finally {
    gateway.kill("SIGTERM");
  }
  expect(await ended).toEqual([0, null]);
});
