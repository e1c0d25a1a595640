/** Matches parts of a body with parts of the WSDL's message (WS-I Attachments Profile 1.0, 3.8). */

/**
 * Matches parts by Content-ID, which is `<name=…@…>` or only the name. If the first part has neither form, parts are
 * matched by the WSDL's order, because many stacks use other Content-IDs.
 */
export class DeclaredParts {
  readonly #names: readonly string[];
  readonly #taken = new Set<number>();
  #byOrder: boolean | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Returns undefined for an undeclared part. */
  take(contentId: string | undefined): number | undefined {
    const named = contentId === undefined ? -1 : this.#names.findIndex((name) => isNamed(contentId, name));
    this.#byOrder ??= named < 0 && !/^[^=@]+=[^=@]+@/.test(contentId ?? "");
    const index = this.#byOrder ? this.#taken.size : named;
    if (index < 0 || index >= this.#names.length || this.#taken.has(index)) return undefined;
    this.#taken.add(index);
    return index;
  }
}

function isNamed(contentId: string, name: string): boolean {
  const encoded = encodeURIComponent(name);
  return contentId === name || [name, encoded].some((each) => contentId.startsWith(`${each}=`));
}
