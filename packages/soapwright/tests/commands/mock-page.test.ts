/** The page of a mock, for WSDLs of every kind: forms that can be sent, descriptions of exchanges, and the contract. */
import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import { isSlow } from "soapwright-testing/stage/slow";
import { transpileModule } from "typescript";
import { inspect } from "../../src/commands/inspect/inspect";
import { mockService } from "../../src/commands/mock/mock-service";

const cases = [
  "packages/soapwright-testing/src/golden/cases",
  "packages/soapwright-testing/src/golden/verified",
].flatMap((folder) =>
  readdirSync(folder)
    .map((name) => join(folder, name, "service.wsdl"))
    .filter((path) => readdirSync(join(path, "..")).includes("service.wsdl")),
);

/** A type without a value, and parts that the XML refers to. */
const always = ["arguments", "part-references"].map((name) =>
  join("packages/soapwright-testing/src/golden/cases", name, "service.wsdl"),
);
const chosen = [...new Set([...always, ...(isSlow ? cases : [])])];

const plain = (text: string) =>
  text.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name: string) => ({ lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" })[name]!,
  );

interface Contract {
  readonly services: readonly {
    readonly operations: readonly { readonly method: string; readonly input: readonly unknown[] }[];
  }[];
  readonly types: readonly {
    readonly name: string;
    readonly text?: string;
    readonly members?: readonly { readonly type?: unknown }[];
  }[];
}

function contractIn(html: string): Contract {
  return JSON.parse(/<script type="application\/json" id="contract">([\s\S]*?)<\/script>/.exec(html)![1]!) as Contract;
}

function partsIn(form: string): Record<string, string> {
  const names = [...form.matchAll(/<textarea [^>]*name="(part\.[^"]+\.text)"/g)].map(([, name]) => plain(name!));
  return Object.fromEntries(names.map((name) => [name, "a part"]));
}

const text = async (url: string) => (await fetch(url)).text();

test("every form of every WSDL is sent as it is shown, and its exchange is a call of the client", async () => {
  const odd: string[] = [];
  let count = 0;
  for (const wsdl of chosen) {
    const mock = await mockService(wsdl);
    try {
      const contract = contractIn(await text(`${mock.url}/page/contract`));
      for (const [index, { operations }] of contract.services.entries()) {
        for (const { method } of operations) {
          const address = `${mock.url}/page/operations/${index}/${encodeURIComponent(method)}`;
          const form = await text(`${address}?as=xml`);
          const xml = /<textarea id="xml"[^>]*>([\s\S]*?)<\/textarea>/.exec(form)?.[1];
          if (xml === undefined) {
            odd.push(`${wsdl} ${method}: no form`);
            continue;
          }
          const version = /<select id="version"[^>]*><option>([^<]*)/.exec(form)![1]!;
          const sent = await fetch(address, {
            method: "POST",
            // A part that is left out is not sent, and the service refuses a reference to it.
            body: new URLSearchParams({ version, xml: plain(xml), ...partsIn(form) }),
          });
          const page = await sent.text();
          count++;
          const status = /<h1[^>]*>[^<]*: (\w+)/.exec(page)?.[1];
          const call = plain(/<pre id="typescript"[^>]*>([\s\S]*?)<\/pre>/.exec(page)?.[1] ?? "");
          const { diagnostics = [] } = transpileModule(call, { reportDiagnostics: true });
          if (!["200", "202"].includes(status!) || !call.includes(`client.${method}(`) || diagnostics.length > 0)
            odd.push(
              `${wsdl} ${method}: ${status} ${/<p class="fault"[^>]*>([^<]*)/.exec(page)?.[1] ?? ""} ${call.length}`,
            );
        }
      }
    } finally {
      await mock.close();
    }
  }
  expect(count).toBeGreaterThan(chosen.length);
  // Requests of two operations with the same SOAPAction and the same element are identical.
  expect(odd.filter((line) => !line.includes("bare-parts"))).toEqual([]);
}, 120_000);

test("what a form says wrong is refused with the field, and nothing is sent", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mock-page-"));
  const path = join(folder, "small.wsdl");
  const request =
    '<xs:element name="Id" type="xs:int"/><xs:element name="Note" type="xs:string" form="unqualified" minOccurs="0"/>';
  writeFileSync(path, smallWsdl({ request }));
  const mock = await mockService(path);
  const address = `${mock.url}/page/operations/0/get`;
  const post = (fields: Record<string, string>) =>
    fetch(address, { method: "POST", body: new URLSearchParams({ version: "1.1", ...fields }) });
  const refused = await post({ "body.Id": "abc" });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain('value="abc"');
  expect(html).toContain("Write a whole number.");
  expect(mock.requestCount).toBe(0);
  expect((await post({ "body.Id": "99999999999" })).status).toBe(400);
  const sent = await (await post({ "body.Id": "7", "body.Note": "<&>" })).text();
  expect(/<h1[^>]*>([^<]*)/.exec(sent)![1]).toBe("Get: 200");
  expect(plain(sent)).toContain("new Small({ endpoint: ");
  expect(plain(sent)).toContain('client.get({ Id: 7, Note: "<&>" })');
  await mock.close();
});

test("inspect --html writes the same contract as one file that loads nothing", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "inspect-html-")), "odd.wsdl");
  const attack = "&lt;/script>&lt;script>alert(1)&lt;/script>";
  writeFileSync(
    path,
    smallWsdl({
      documentation: attack,
      types:
        '<xs:complexType name="Tree"><xs:sequence><xs:element name="Tree" type="tns:Tree" minOccurs="0"/></xs:sequence></xs:complexType>',
      request: '<xs:element name="Root" type="tns:Tree"/>',
    }),
  );
  const streams = new RecordedStreams();
  expect(await inspect(path, { html: true }, streams)).toBe(0);
  expect(streams.output).not.toMatch(/(?:src|href)="(?!#)|<script>alert/);
  const { services, types } = contractIn(streams.output);
  const [operation] = services[0]!.operations;
  expect(operation).toMatchObject({ method: "get", text: "</script><script>alert(1)</script>" });
  expect(types.find(({ name }) => name === "Tree")?.members).toEqual([
    { name: "Tree", type: expect.any(Number), min: 0 },
  ]);
  const both = new RecordedStreams();
  expect(await inspect(path, { html: true, json: true }, both)).toBe(2);
});
