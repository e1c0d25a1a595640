// Runs a service of the sandbox in the runtime that runs this file: calls, faults, injected errors, a recorder, and an
// end.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { createEmployeeServiceV3 } = await import("../../dist/index.js");
const { startEmployeeRecorder, startSandbox } = await import("../../dist/sandbox.js");

const seen = {};
const sandbox = await startSandbox();
const asked = { EmployeeId: 1003, Period: 11, Year: 2026 };
const clientOf = (baseUrl, more = {}) =>
  createEmployeeServiceV3({ baseUrl, namespaceBaseUrl: sandbox.url, domain: "sandbox", retries: 0, ...more });
for (const soapVersion of ["1.1", "1.2"]) {
  const client = clientOf(sandbox.url, { soapVersion, validation: "strict" });
  seen[soapVersion] = (await client.addressGetList(asked)).length;
  seen[`fault ${soapVersion}`] = await client.addressGetList({ ...asked, EmployeeId: 77 }).catch(({ code }) => code);
  await client.close();
}
const client = clientOf(sandbox.url);
for (const trouble of [
  { kind: "malformed" },
  { kind: "truncate" },
  { kind: "reset", when: "before" },
  { kind: "reset", when: "head" },
  { kind: "reset", when: "body" },
  { kind: "status", status: 503 },
]) {
  sandbox.inject(trouble);
  seen[Object.values(trouble).join(" ")] = await client.addressGetList(asked).then(
    () => "a result",
    ({ code }) => code,
  );
}
seen.after = (await client.addressGetList(asked)).length;
await client.close();
seen.wsdl = (await fetch(`${sandbox.url}/soap/v3/EmployeeService.asmx?wsdl`)).status;
const folder = mkdtempSync(join(tmpdir(), "recordings-"));
const recorder = await startEmployeeRecorder({ upstream: sandbox.url, folder });
const recorded = clientOf(recorder.url);
seen.recorded = [(await recorded.addressGetList(asked)).length, readdirSync(folder).length];
await recorded.close();
await recorder.close();
rmSync(folder, { recursive: true });
// At the close of the sandbox, one request is half written, and one connection has sent nothing.
const { port } = new URL(sandbox.url);
const closed = [`POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 5\r\n\r\nab`, ""].map(
  (text) =>
    new Promise((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
      socket
        .resume()
        .on("error", () => {})
        .on("close", () => resolve(true));
    }),
);
await new Promise((resolve) => setTimeout(resolve, 50));
await sandbox.close();
seen.closed = await Promise.all(closed);
console.log(JSON.stringify(seen));
