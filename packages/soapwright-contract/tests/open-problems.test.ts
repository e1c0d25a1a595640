/** Each reason of a WSDL that cannot be opened is provoked by a small input. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DiagnosticReason } from "soapwright-contract";
import { openService, operationOf } from "soapwright-contract/open";
import { schemaWith } from "soapwright-testing/codegen/load-files";

let folder: string;
let wsdl: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "open-"));
  wsdl = write("service.wsdl", schemaWith(""));
});
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test("the service is chosen where there are several, by a name that there is", async () => {
  const port = /<service name="s">([\s\S]*)<\/service>/.exec(schemaWith(""))![1];
  const two = write("two.wsdl", schemaWith("").replace("</definitions>", `<service name="r">${port}</service>$&`));
  await expect(openService(two)).rejects.toMatchObject({ reason: "service-not-chosen" });
  await expect(openService(two, { service: "q" })).rejects.toMatchObject({ reason: "service-unknown" });
});

test("options are an object", async () => {
  for (const options of [null, "http://127.0.0.1:9/", []]) {
    await expect(openService(wsdl, options as never)).rejects.toMatchObject({
      reason: "option-value",
      option: "options",
    });
  }
});

test("an operation is one that there is", async () => {
  const client = await openService(wsdl, { endpoint: "http://127.0.0.1:9/" });
  expect(() => operationOf(client, "p")).toThrow(expect.objectContaining({ reason: "opened-operation-unknown" }));
  await client.close();
});

test("a service of HTTP alone is none of SOAP", async () => {
  const http = schemaWith("")
    .replace(/<soap:binding[^>]*>/, '<http:binding xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" verb="GET"/>')
    .replace(/<soap:operation[^>]*>/, "");
  await expect(openService(write("http.wsdl", http))).rejects.toMatchObject({ reason: "no-service" });
});

test("files that cannot be read say so", async () => {
  const circle = join(folder, "circle.wsdl");
  symlinkSync("circle.wsdl", circle);
  await expect(openService(circle)).rejects.toMatchObject({ reason: "path-unreadable" });
  // A file of Linux that even root cannot read from its start.
  if (process.platform !== "linux") return;
  await expect(openService("/proc/self/mem")).rejects.toMatchObject({ reason: "file-unreadable" });
});

test("a part of a type in document style is a warning", async () => {
  const typed = schemaWith("").replace(
    '<part name="in" element="t:in"/>',
    '<part name="in" type="xs:string" xmlns:xs="http://www.w3.org/2001/XMLSchema"/>',
  );
  const reasons: DiagnosticReason[] = [];
  const onDiagnostic = (_line: string, { reason }: { readonly reason: DiagnosticReason }): void =>
    void reasons.push(reason);
  const client = await openService(write("typed.wsdl", typed), { endpoint: "http://127.0.0.1:9/", onDiagnostic });
  expect(reasons).toContain("part-type-in-document");
  await client.close();
});
