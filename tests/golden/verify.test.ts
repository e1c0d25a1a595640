import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { verify } from "../../codegen/commands/verify/verify";
import { RecordedStreams } from "../commands/recorded-streams";
import { sampleOf } from "../stage/slow";
import { optionsOf } from "./options-of";

/** Those whose text is golden, and those that only have to be right. */
const names = ["cases", "verified"].flatMap((kind) =>
  readdirSync(join(__dirname, kind))
    .map((name) => `${kind}/${name}`)
    .filter((name) => existsSync(join(__dirname, name, "service.wsdl"))),
);

test.each(sampleOf(names, 3))("instances of %s come back as they were, and hit everything", async (name) => {
  const streams = new RecordedStreams();
  const folder = join(__dirname, name);
  const naming = optionsOf(folder);
  const code = await verify(join(folder, "service.wsdl"), { quiet: true, instances: 5, naming }, streams);
  expect(streams.errors).toBe("");
  expect(streams.output).toContain("all came back as they were");
  expect(streams.output).not.toContain("not hit");
  // The encoding of SOAP has no schema that could judge it.
  if (!name.includes("rpc-encoded")) expect(streams.output).toMatch(/libxml2 judged (\d+) of \1 operation/);
  expect(code).toBe(0);
});

test.each(
  sampleOf(
    names.filter((name) => name.startsWith("cases/")),
    7,
  ),
)("so do those of %s under other names", async (name) => {
  const naming = { propertyCase: "camel", typeCase: "pascal", typePrefix: "X", typeSuffix: "Dto" } as const;
  const streams = new RecordedStreams();
  const code = await verify(join(__dirname, name, "service.wsdl"), { quiet: true, instances: 2, naming }, streams);
  expect(streams.errors).toBe("");
  expect(streams.output).toContain("all came back as they were");
  expect(code).toBe(0);
});
