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
