/** The page with attachments, over HTTP as a browser sends it: parts of a form, and parts of both messages. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildTables } from "soapwright-contract";
import { type OperationHandler, startServiceSandbox } from "soapwright-sandbox";
import { Folder, smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { service as dossier } from "soapwright-testing/golden/cases/attachments/schemas";
import { service as claims } from "soapwright-testing/golden/cases/part-references/schemas";
import { atEnd, endAfterEach } from "soapwright-testing/stage/stage";
import { loadModel } from "../../src/pipeline";

endAfterEach();
const folder = new Folder();
afterAll(() => folder.remove());

const octets = Uint8Array.from({ length: 3_000 }, (_, index) => index % 256);

async function start(service: object, operations: Readonly<Record<string, OperationHandler>>) {
  const sandbox = await startServiceSandbox({ services: [{ path: "/s", service, operations } as never] });
  atEnd(() => sandbox.close());
  const page = async (path: string) => (await fetch(sandbox.url + path)).text();
  const post = async (method: string, fields: Readonly<Record<string, string | Blob>>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === "string") form.append(name, value);
      else form.append(name, value, value.size === 0 ? "" : "scan \u00fc.tiff");
    }
    const response = await fetch(`${sandbox.url}/page/operations/0/${method}`, { method: "POST", body: form });
    return { response, text: await response.text() };
  };
  return { sandbox, page, post };
}

const kept: { args?: unknown } = {};
const keep = (result: unknown): OperationHandler => {
  return ({ args }) => {
    kept.args = args;
    return result as never;
  };
};

describe("parts that a WSDL declares", () => {
  const operations = { AddDocument: keep(7), GetDocument: keep({ Title: "T", scan: octets }) };

  test("are chosen as files or written as text", async () => {
    const { sandbox, page, post } = await start(dossier, operations);
    const form = await page("/page/operations/0/addDocument");
    expect(form).toContain('enctype="multipart/form-data"');
    expect(form).toMatch(
      /<legend>Attachments<\/legend>[\s\S]*<input type="file" id="field-part.scan" name="part.scan" accept="image\/tiff/,
    );
    const { response, text } = await post("addDocument", {
      "body.Title": "T",
      "part.scan": new Blob([octets], { type: "image/tiff" }),
      "part.note": new Blob([]),
      "part.note.text": "gr\u00fc\u00df <&>",
      version: "1.1",
    });
    expect(response.url).toMatch(/\/page\/exchanges\/1$/);
    const { AddDocument, scan, note } = kept.args as Record<string, Uint8Array>;
    expect(AddDocument).toEqual({ Title: "T" });
    expect(Buffer.from(scan!).equals(octets)).toBe(true);
    expect(Buffer.from(note!).toString()).toBe("gr\u00fc\u00df <&>");
    expect(sandbox.exchanges[0]?.mistakes).toEqual([]);
    expect(text).toMatch(/image\/tiff <span class="soft">3,000 bytes/);
    expect(text).toContain("gr\u00fc\u00df &lt;&amp;&gt;");
    expect(text).toMatch(/await client\.addDocument\(\{[\s\S]*scan: Buffer\.from\(&quot;AAEC/);
    const saved = await fetch(`${sandbox.url}/page/exchanges/1/request-1`);
    expect(saved.headers.get("content-disposition")).toBe('attachment; filename="1-request-1"');
    expect(saved.headers.get("content-type")).toBe("application/octet-stream");
    expect(saved.headers.get("x-content-type-options")).toBe("nosniff");
    expect(Buffer.from(await saved.arrayBuffer()).equals(octets)).toBe(true);
    // The form is filled again with what was sent, except for files.
    const again = await page("/page/operations/0/addDocument?from=1");
    expect(again).toContain('value="T"');
  });

  test("of a response are on its page", async () => {
    const { sandbox, post } = await start(dossier, operations);
    const { text } = await post("getDocument", { "body.Id": "1", version: "1.1" });
    expect(text).toMatch(/href="\/page\/exchanges\/1\/response-1" download/);
    expect(text.split("<h2>Copy as</h2>")[0]).not.toContain("content-transfer-encoding");
    const saved = await fetch(`${sandbox.url}/page/exchanges/1/response-1`);
    expect(Buffer.from(await saved.arrayBuffer()).equals(octets)).toBe(true);
    for (const none of ["response-2", "request-0", "other-1", "response-", "response-1e9", "..%2f1"]) {
      expect((await fetch(`${sandbox.url}/page/exchanges/1/${none}`)).status).toBe(404);
    }
  });

  test("that are not filled in are not sent, and those that are too long are a problem of the form", async () => {
    const { sandbox, post } = await start(dossier, operations);
    await post("addDocument", { "body.Title": "T", "part.scan": new Blob([]), version: "1.1" });
    expect(kept.args).toEqual({ AddDocument: { Title: "T" } });
    expect(sandbox.exchanges[0]?.mistakes.join()).toContain("attachment scan");
    const { response, text } = await post("addDocument", {
      "body.Title": "T",
      "part.scan": new Blob([Buffer.alloc(6e6)]),
    });
    expect(response.status).toBe(400);
    expect(text).toContain("The attachments are too long for this form");
    expect(sandbox.exchanges).toHaveLength(1);
  });

  test("in a form that is cut off, or has no boundary, are a problem of the form", async () => {
    const { sandbox } = await start(dossier, operations);
    for (const [type, body] of [
      ["multipart/form-data", "x"],
      [
        "multipart/form-data; boundary=b",
        "--b\r\nContent-Disposition: form-data; name=part.scan; filename=f\r\n\r\nabc",
      ],
    ] as const) {
      const address = `${sandbox.url}/page/operations/0/addDocument`;
      const response = await fetch(address, { method: "POST", headers: { "Content-Type": type }, body });
      expect(response.status).toBe(400);
    }
    expect(sandbox.exchanges).toHaveLength(0);
  });
});

describe("values that refer to parts", () => {
  test("are chosen beside the Body as XML, by the URL that it has", async () => {
    const { page, post } = await start(claims, { PutClaim: keep(7), GetClaim: keep({ Form: octets }) });
    const form = await page("/page/operations/0/putClaim");
    const xml = /<textarea id="xml"[^>]*>([\s\S]*?)<\/textarea>/.exec(form)?.[1] ?? "";
    const [, url = ""] = /&gt;(cid:[\w.-]+)&lt;\/Form/.exec(xml) ?? [];
    expect(form).toContain(`<input type="file" id="field-part.${url}" name="part.${url}"`);
    const body = xml.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
    const names = [...new Set(body.match(/cid:[\w.-]+/g))].map((each) => `part.${each}`);
    const parts = Object.fromEntries(names.map((name) => [name, new Blob([name])]));
    await post("putClaim", { xml: body, version: "1.1", ...parts });
    const { Claim } = kept.args as { Claim: { Form: Uint8Array } };
    expect(Buffer.from(Claim.Form).toString()).toBe(`part.${url}`);
  });

  test("are chosen beside the fields, where the Body has fields", async () => {
    const reference = "http://ws-i.org/profiles/basic/1.1/xsd";
    const element = `<xs:element name="Title" type="xs:string"/><xs:element name="Form" type="r:swaRef" xmlns:r="${reference}"/>`;
    const wsdl = join(folder.path, "references.wsdl");
    const text = smallWsdl({ request: element, response: element });
    writeFileSync(wsdl, text.replace('elementFormDefault="qualified">', `$&<xs:import namespace="${reference}"/>`));
    const { model } = await loadModel(wsdl, {});
    const { page, post } = await start(buildTables(model!)[0]!, { Get: keep({ Title: "t", Form: octets }) });
    const form = await page("/page/operations/0/get");
    expect(form).toContain('name="body.Title"');
    expect(form).not.toContain('name="body.Form"');
    expect(form).toContain('<input type="file" id="field-part.body.Form"');
    const { text: shown } = await post("get", { "body.Title": "T", "part.body.Form": new Blob(["f"]), version: "1.1" });
    expect(kept.args).toEqual({ Title: "T", Form: new Uint8Array([0x66]) });
    expect(shown).toContain("response-1");
  });
});
