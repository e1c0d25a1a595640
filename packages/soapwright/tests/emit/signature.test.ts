import { type ClassDeclarationStructure, printStructure, StructureKind } from "ts-morph";
import { type Code, lay, moduleLink, prefixed, typeArguments, unionOf } from "../../src/emit/layout";
import { signature } from "../../src/emit/signature";

/** Returns a method as in the file, without its body. */
function printed(name: string, parameters: readonly Code[], returnType?: string): string {
  const structure = {
    kind: StructureKind.Class,
    name: "A",
    methods: [{ name, ...signature(name, parameters, returnType) }],
  };
  const text = printStructure(structure as ClassDeclarationStructure, { indentNumberOfSpaces: 2 });
  return text.slice(text.indexOf("\n") + 1, text.lastIndexOf(" {") + 2);
}

test("a signature of 120 columns is one line, one of 121 has a line for each parameter", () => {
  const fitting = `args: ${"A".repeat(120 - "  get(args: , options?: B): C {".length)}`;
  const line = printed("get", [fitting, "options?: B"], "C");
  expect(line).toBe(`  get(${fitting}, options?: B): C {`);
  expect(line).toHaveLength(120);
  expect(printed("get", [`${fitting}A`, "options?: B"], "C")).toBe(
    `  get(\n    ${fitting}A,\n    options?: B,\n  ): C {`,
  );
});

test("a constructor has no result", () => {
  const options = `options: ${"A".repeat(100)}`;
  expect(printed("constructor", ["options: A"])).toBe("  constructor(options: A) {");
  expect(printed("constructor", [options])).toBe(`  constructor(\n    ${options},\n  ) {`);
});

test("type arguments do not end in a comma", () => {
  const long = "A".repeat(70);
  expect(lay(typeArguments("Operation", [long, long]))).toBe(`Operation<\n  ${long},\n  ${long}\n>`);
  expect(lay(typeArguments("Operation", ["A", "B"]))).toBe("Operation<A, B>");
});

test("names of an import have a line each when they do not fit", () => {
  const [a, b] = ["A".repeat(48), "B".repeat(47)];
  expect(moduleLink("import", [a, b], "./m")).toEqual([`import { ${a}, ${b} } from "./m";`]);
  expect(moduleLink("import", [a, `${b}B`], "./m")).toEqual([`import {\n  ${a},\n  ${b}B,\n} from "./m";`]);
  expect(moduleLink("import", [], "./m")).toEqual([]);
});

test("a union that does not fit has a line for each member", () => {
  const keys = Array.from({ length: 5 }, (_, at) => `"${String(at).repeat(30)}"`);
  const type = typeArguments("CallOptions", [typeArguments("Pick", ["types.Headers", unionOf(keys)])]);
  expect(printed("get", [prefixed("options?: ", type)], "void")).toBe(
    `  get(
    options?: CallOptions<
      Pick<
        types.Headers,
        | ${keys.join("\n        | ")}
      >
    >,
  ): void {`,
  );
  expect(lay(unionOf(["A", "B"]))).toBe("A | B");
});
