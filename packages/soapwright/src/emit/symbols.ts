import type { RuntimeTypeName, RuntimeValueName } from "soapwright-contract";
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

  /** Returns the import from `specifier`; empty if nothing is used. */
  declaration(specifier: string): Statements {
    const names = [...new Set([...this.values, ...this.types])].sort();
    if (this.values.size === 0) return moduleLink("import type", names, specifier);
    const written = names.map((name) => (this.values.has(name) ? name : `type ${name}`));
    return moduleLink("import", written, specifier);
  }
}
