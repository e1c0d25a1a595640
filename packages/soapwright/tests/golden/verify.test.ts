import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { sampleOf } from "soapwright-testing/stage/slow";
import { verify } from "../../src/commands/verify/verify";
import { optionsOf } from "./options-of";

/** Cases with golden text, and cases whose tables only have to be right. */
const golden = join(__dirname, "../../../soapwright-testing/src/golden");
const names = ["cases", "verified"].flatMap((kind) =>
  readdirSync(join(golden, kind))
    .map((name) => `${kind}/${name}`)
    .filter((name) => existsSync(join(golden, name, "service.wsdl"))),
);

test.each(sampleOf(names, 13))("instances of %s come back as they were", async (name) => {
  const streams = new RecordedStreams();
  const folder = join(golden, name);
  const naming = optionsOf(folder);
  const code = await verify(join(folder, "service.wsdl"), { quiet: true, instances: 5, naming }, streams);
  expect(streams.errors).toBe("");
  expect(streams.output).toContain("all came back as they were");
  // libxml2 has no schema of the SOAP encoding.
  if (!name.includes("rpc-encoded")) expect(streams.output).toMatch(/libxml2 judged (\d+) of \1 operation/);
  expect(code).toBe(0);
});

test.each(
  sampleOf(
    names.filter((name) => name.startsWith("cases/")),
    17,
  ),
)("so do those of %s under other names", async (name) => {
  const naming = { propertyCase: "camel", typeCase: "pascal", typePrefix: "X", typeSuffix: "Dto" } as const;
  const streams = new RecordedStreams();
  const code = await verify(join(golden, name, "service.wsdl"), { quiet: true, instances: 2, naming }, streams);
  expect(streams.errors).toBe("");
  expect(streams.output).toContain("all came back as they were");
  expect(code).toBe(0);
});
