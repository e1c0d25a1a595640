/** Each client's description of its contract agrees with `wsdl/`. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Contract } from "soapwright-runtime";
import { clients } from "../../generated/clients";
import { createService, type VersionClient } from "../../src/service/employee-service";

interface Row {
  readonly wsdl: string;
  readonly folder: string;
  readonly date?: string;
}
const { versions: rows } = JSON.parse(readFileSync("wsdl/versions.json", "utf8")) as { versions: readonly Row[] };

function contractOf({ version, Client }: VersionClient): Contract {
  const required = (version.header?.children ?? []).filter((child) => child.required);
  const credentials = Object.fromEntries(required.map(({ option }) => [option, "x"]));
  const client = createService(version, Client, { baseUrl: "https://service.example", ...credentials });
  return Reflect.get(client, "contract") as Contract;
}

test("there is a client for each row", () => {
  expect(clients.map(({ version }) => version.name)).toEqual(rows.map(({ folder }) => folder));
});

test.each(rows)("the contract of $folder", ({ wsdl, folder, date }) => {
  const bytes = readFileSync(`wsdl/${wsdl}`);
  const client = clients.find(({ version }) => version.name === folder)!;
  const contract = contractOf(client);
  const portType = /<wsdl:portType [\s\S]*?<\/wsdl:portType>/.exec(bytes.toString("utf8"))?.[0] ?? "";
  const names = [...portType.matchAll(/<wsdl:operation name="([^"]+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(contract).toEqual({
    sha256: createHash("sha256").update(bytes).digest("hex"),
    version: folder,
    ...(date === undefined ? {} : { date }),
    operations: names,
  });
});
