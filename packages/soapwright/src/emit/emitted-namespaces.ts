import { NameScope, type QName, reservedNames } from "soapwright-contract";
import { quoted } from "./text";

/** The namespace constants of `schemas.ts`, named in order of first use. */
export class NamespaceConstants {
  private readonly names = new Map<string, string>();
  private readonly scope: NameScope;
  private count = 0;

  constructor(
    private readonly targetNamespace: string,
    taken: Iterable<string>,
  ) {
    this.scope = new NameScope([...reservedNames, ...taken]);
  }

  of(namespace: string): string {
    const existing = this.names.get(namespace);
    if (existing !== undefined) return existing;
    const wanted = namespace === "" ? "unqualified" : namespace === this.targetNamespace ? "tns" : `ns${++this.count}`;
    const name = this.scope.take(wanted);
    this.names.set(namespace, name);
    return name;
  }

  name({ namespace, local }: QName): string {
    return `${this.of(namespace)}(${quoted(local)})`;
  }

  get all(): readonly (readonly [constant: string, namespace: string])[] {
    return [...this.names].map(([namespace, constant]) => [constant, namespace]);
  }
}
