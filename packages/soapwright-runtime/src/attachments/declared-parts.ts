/** Which part of a body is which part of the WSDL's message: WS-I Attachments Profile 1.0, 3.8. */

/**
 * Tells parts apart by their names: a Content-ID is `<name=…@…>`, or the name alone. Where the first part says none, parts
 * are those of the WSDL in its order: many stacks give them other Content-IDs.
 */
export class DeclaredParts {
  readonly #names: readonly string[];
  readonly #taken = new Set<number>();
  #byOrder: boolean | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** The index of the declared part that the next part is; undefined for a further one. */
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
