import { type RuntimeTypeName, type RuntimeValueName, runtimeEntryOf } from "soapwright-contract";
import { type Block, type Code, call } from "./layout";
import { moduleLink, type Statements } from "./module-links";

/** The run time names that a file uses, for its imports. */
export class Symbols {
  private readonly values = new Set<string>();
  private readonly types = new Set<string>();

  /** Adds a value of the run time, and returns its name. */
  value(name: RuntimeValueName): string {
    this.values.add(name);
    return name;
  }

  call(name: RuntimeValueName, items: readonly Code[]): Block {
    return call(this.value(name), items);
  }

  type(name: RuntimeTypeName): string {
    this.types.add(name);
    return name;
  }

  /** Returns the imports, from `specifier` or from the entry point that has each name; empty if nothing is used. */
  declaration(specifier: string | undefined): Statements {
    const byModule = new Map<string, string[]>();
    for (const name of [...new Set([...this.values, ...this.types])].sort()) {
      const module = specifier ?? runtimeEntryOf(name);
      byModule.set(module, [...(byModule.get(module) ?? []), name]);
    }
    return [...byModule].sort().flatMap(([module, names]) => {
      if (!names.some((name) => this.values.has(name))) return moduleLink("import type", names, module);
      const written = names.map((name) => (this.values.has(name) ? name : `type ${name}`));
      return moduleLink("import", written, module);
    });
  }
}
