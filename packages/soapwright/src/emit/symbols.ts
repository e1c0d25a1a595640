import type { ImportDeclarationStructure } from "ts-morph";
import { StructureKind } from "ts-morph";
import { type Block, type Code, call, nameList } from "./layout";

/** The run time names that a file uses, for its imports. */
export class Symbols {
  private readonly values = new Set<string>();
  private readonly types = new Set<string>();

  /** Adds a value of the run time, and returns its name. */
  value(name: string): string {
    this.values.add(name);
    return name;
  }

  call(name: string, items: readonly Code[]): Block {
    return call(this.value(name), items);
  }

  /** Adds a type of the run time, and returns its name. */
  type(name: string): string {
    this.types.add(name);
    return name;
  }

  /** Returns the import from `specifier`; empty if nothing is used. */
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
