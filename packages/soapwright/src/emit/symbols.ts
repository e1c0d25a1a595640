import type { ImportDeclarationStructure } from "ts-morph";
import { StructureKind } from "ts-morph";
import { nameList } from "./layout";

/** The names that a file uses of other modules: its imports follow from them. */
export class Symbols {
  private readonly values = new Set<string>();
  private readonly types = new Set<string>();

  /** A value of the runtime. */
  value(name: string): string {
    this.values.add(name);
    return name;
  }

  /** A type of the runtime. */
  type(name: string): string {
    this.types.add(name);
    return name;
  }

  /** The import from `specifier`, if anything is used of it. */
  declaration(specifier: string): ImportDeclarationStructure[] {
    const names = [
      ...[...this.values].map((name) => ({ name, isTypeOnly: false })),
      ...[...this.types].filter((name) => !this.values.has(name)).map((name) => ({ name, isTypeOnly: true })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1));
    if (names.length === 0) return [];
    const isTypeOnly = this.values.size === 0;
    const written = names.map((name) => (name.isTypeOnly && !isTypeOnly ? `type ${name.name}` : name.name));
    const around = `import ${isTypeOnly ? "type " : ""}{  } from "${specifier}";`.length;
    return [
      {
        kind: StructureKind.ImportDeclaration,
        isTypeOnly,
        moduleSpecifier: specifier,
        namedImports: [nameList(written, around)],
      },
    ];
  }
}
