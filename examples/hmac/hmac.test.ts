import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEmployeeServiceV3 } from "employee-service-client";
import { type Sandbox, startSandbox } from "employee-service-client/sandbox";
import { hmac } from "./hmac-feature";

const macOf = (bytes: Uint8Array) => createHmac("sha256", "k").update(bytes).digest("hex");
const args = { EmployeeId: 1003, Year: 2026, Period: 11 };
let sandbox: Sandbox;
let gateway: Server;
let isForged = false;

/** A gateway that refuses requests without a valid `X-Mac`, and gives responses theirs. */
beforeAll(async () => {
  sandbox = await startSandbox();
  gateway = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const body = Buffer.concat(chunks);
    if (request.headers["x-mac"] !== macOf(body)) return void response.writeHead(403).end();
    const headers = {
      "content-type": request.headers["content-type"] ?? "",
      soapaction: String(request.headers.soapaction),
    };
    const answer = await fetch(new URL(request.url ?? "", sandbox.url), { method: "POST", headers, body });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    response.writeHead(answer.status, {
      "Content-Type": answer.headers.get("content-type") ?? "",
      "X-Mac": macOf(isForged ? body : bytes),
    });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => gateway.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  gateway.close();
  await sandbox.close();
});

function client(key: string) {
  const baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  return createEmployeeServiceV3({
    baseUrl,
    namespaceBaseUrl: sandbox.url,
    domain: "sandbox",
    features: [hmac(key)],
  });
}

test("requests have a MAC, and responses are read whose MAC is right", async () => {
  await using service = client("k");
  expect(await service.addressGetList(args)).toHaveLength(2);
  isForged = true;
  await expect(service.addressGetList(args)).rejects.toMatchObject({ code: "RESPONSE", reason: "security" });
  isForged = false;
});

test("a wrong key is refused", async () => {
  await using service = client("other");
  await expect(service.addressGetList(args)).rejects.toMatchObject({ code: "HTTP", status: 403 });
});
