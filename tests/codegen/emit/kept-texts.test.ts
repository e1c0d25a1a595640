import type { SourceFileStructure } from "ts-morph";
import { KeptTexts } from "../../../codegen/emit/kept-texts";
import { printStructure, StructureKind } from "../../../codegen/emit/ts-morph";
import { printFile } from "../../../codegen/write/print";

test("keeps lines and long texts out of the printer, as they are", () => {
  const texts = new KeptTexts();
  const long = `"${"x{".repeat(60)}"`;
  const structure: SourceFileStructure = {
    kind: StructureKind.SourceFile,
    statements: [
      { kind: StructureKind.TypeAlias, name: "A", type: texts.keep("{\n  a: 1;\n}", 2) },
      { kind: StructureKind.TypeAlias, name: "B", type: texts.keep("\n  | 1\n  | 2") },
      { kind: StructureKind.TypeAlias, name: "C", type: texts.keep(long) },
      { kind: StructureKind.TypeAlias, name: "D", type: texts.keep("short") },
    ],
  };
  expect(printStructure(structure, { indentNumberOfSpaces: 2 })).not.toMatch(/xx|a: 1/);
  expect(printFile({ name: "a.ts", structure, texts }, "// banner")).toBe(
    `// banner\n\ntype A = {\n    a: 1;\n  };\ntype B =\n  | 1\n  | 2;\ntype C = ${long};\ntype D = short;\n`,
  );
});

test("keeps the lines of comments out of the printer, which lays them out", () => {
  const texts = new KeptTexts();
  const structure: SourceFileStructure = {
    kind: StructureKind.SourceFile,
    statements: [
      { kind: StructureKind.TypeAlias, name: "A", type: "1", docs: [texts.keepLines("One line of words.")] },
      {
        kind: StructureKind.TypeAlias,
        name: "B",
        type: "2",
        docs: [`\n${texts.keepLines("A longer line.\n\nxs:int")}`],
      },
    ],
  };
  expect(printStructure(structure, { indentNumberOfSpaces: 2 })).not.toMatch(/words|longer/);
  expect(printFile({ name: "a.ts", structure, texts }, "// banner")).toBe(
    "// banner\n\n/** One line of words. */\ntype A = 1;\n/**\n * A longer line.\n *\n * xs:int\n */\ntype B = 2;\n",
  );
});
