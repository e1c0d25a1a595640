/** This project, from its sources: `generate`, then the run time's codec with the generated tables. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expandedName, formatDiagnostic } from "soapwright-contract";
import type { ElementNode } from "soapwright-runtime/codecs";
import { Codec, soapEncoding, XmlReader } from "soapwright-runtime/codecs";
import { runTables } from "soapwright-testing/corpus/generated-tables";
import { asChecked } from "soapwright-testing/types/as-checked";
import { generate } from "../../../packages/soapwright/src/pipeline";
import type { ElementDecoder } from "../../../packages/soapwright-runtime/src/schema/decode/frame";
import type { Contract } from "../board";
import type { Opened } from "./system";

/** Every flag that the generator's messages recommend. */
const allowed = {
  allowOutside: true,
  allowNoService: true,
  allowMissingMessages: true,
  allowNoPrefix: true,
  allowWrongImport: true,
  allowDoubleTypes: true,
};
/** Generates code into the contract's folder, where the runner compiles it. */
export async function open({ wsdl, folder }: Contract): Promise<Opened> {
  const { files, diagnostics } = await generate(wsdl, {
    source: "contract.wsdl",
    extension: "",
    simpleTypes: "derived",
    ...allowed,
  });
  if (files === undefined)
    throw new Error(diagnostics.filter(({ severity }) => severity === "error").map(formatDiagnostic)[0]);
  for (const [name, text] of files) {
    const path = join(folder, "soapwright", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, asChecked(text));
  }
  const tables = new Map<string, ElementNode>();
  for (const { operations } of runTables(files))
    for (const { input, output } of operations)
      for (const element of [...input.body, ...(output?.body ?? [])]) tables.set(expandedName(element.name), element);
  const codec = new Codec({ validation: "strict", soapEncoding, elements: () => [...tables.values()] });
  const table = (root: string): ElementNode => {
    const found = tables.get(root) ?? tables.get(root.replace(/^\{\}/, "")) ?? tables.get(`{}${root}`);
    if (found === undefined) throw new Error(`No operation sends or returns the element ${root}.`);
    return found;
  };
  const client = /export interface (\w+Api) /.exec(files.get("client.ts") ?? "")?.[1];
  return {
    ...(client !== undefined && {
      types: {
        path: join(folder, "soapwright/types-check.ts"),
        module: "./client",
        client,
        typeOf: (operation: number) => `Awaited<ReturnType<Client["o${operation}"]>>`,
      },
    }),
    decode(text, root) {
      let decoder: ElementDecoder | undefined;
      const reader = new XmlReader({
        startElement: (name, attributes) => decoder?.startElement(name, attributes),
        endElement: (name) => decoder?.endElement(name),
        text: (part) => decoder?.text(part),
      });
      decoder = codec.decoder(table(root), reader);
      reader.write(text);
      reader.end();
      return decoder.value;
    },
    encode: (value, root) => codec.encode(table(root), value, table(root).key, { selfContained: true }),
  };
}
