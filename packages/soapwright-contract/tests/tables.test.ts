/** Tests `tables/build-tables` by itself: no entry point shows it whole. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { ServiceNode } from "soapwright-runtime/tables";
import { runTables } from "soapwright-testing/corpus/generated-tables";
import { sampleOf } from "soapwright-testing/stage/slow";
import { generate } from "../../soapwright/src/pipeline";
import { buildTables } from "../src/tables/build-tables";

/** The tables of a model equal the tables that its generated code creates. */
describe("tables", () => {
  const golden = "packages/soapwright-testing/src/golden";
  const folders = ["cases", "verified"].flatMap((kind) =>
    readdirSync(join(golden, kind))
      .map((name) => join(golden, kind, name))
      .filter((folder) => existsSync(join(folder, "service.wsdl"))),
  );

  const recursive = new Set<unknown>(["complex", "polymorphic", "soapArray"]);

  /** Returns the services by name with references resolved. A type is written once, and then referred to by number. */
  function followed(services: readonly ServiceNode[]): unknown {
    const numbers = new Map<object, number>();
    const follow = (value: unknown): unknown => {
      if (typeof value === "function") return follow(value());
      if (typeof value !== "object" || value === null) return value === Number.POSITIVE_INFINITY ? "unbounded" : value;
      if (Array.isArray(value)) return value.map(follow);
      const number = numbers.get(value);
      if (number !== undefined) return { number };
      if ("kind" in value && recursive.has(value.kind)) numbers.set(value, numbers.size);
      const code = ["compilePattern", "soapEncoding", "checkPolicy", "check"];
      const isCode = (key: string) => ("of" in value && key === "type") || code.includes(key);
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, isCode(key) ? typeof inner : follow(inner)]),
      );
    };
    const portOf = ({ name, ports }: ServiceNode) => `${name} ${ports.map((port) => port.name).join(" ")}`;
    return follow([...services].sort((one, other) => (portOf(one) < portOf(other) ? -1 : 1)));
  }

  test.each(sampleOf([[{}], [{ decimal: "number", enums: "closed" }]] as const, 2))(
    "every golden WSDL, with the options %j",
    async (options) => {
      expect(folders.length).toBeGreaterThan(40);
      for (const folder of sampleOf(folders, 3)) {
        const { model, files } = await generate(join(folder, "service.wsdl"), {
          ...options,
          source: "a.wsdl",
          runtime: "r",
          extension: "",
        });
        if (model === undefined || files === undefined) throw new Error(`${folder} has errors.`);
        const printed = runTables(files);
        const { sha256 = "" } = printed[0]?.contract ?? {};
        expect(followed(await buildTables(model, { sha256 }))).toEqual(followed(printed));
      }
    },
  );
});
