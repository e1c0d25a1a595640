/** Names of components and operations that stay apart in the code that generators of clients make of a document. */

/** Types of the platform that such code uses, which a component of the same name would hide. */
const OF_PLATFORM = ["Array", "Headers", "Promise", "RequestInit", "Response", "TypedResponse"];

/** Generators write names in a case of their own, without dots and underscores. */
export class ComponentNames {
  readonly #taken = new Set(OF_PLATFORM.map(keyOf));

  /** Takes the name, with a number if it or one of its forms with a suffix is taken. */
  take(name: string, suffixes: readonly string[] = [""]): string {
    // The characters that OpenAPI allows.
    const allowed = name.replace(/[^\w.-]/gu, "_");
    const isTaken = (text: string): boolean => suffixes.some((suffix) => this.#taken.has(keyOf(text + suffix)));
    let free = allowed;
    for (let number = 2; isTaken(free); number++) free = `${allowed}_${number}`;
    for (const suffix of suffixes) this.#taken.add(keyOf(free + suffix));
    return free;
  }
}

function keyOf(name: string): string {
  return name.replace(/[^a-z\d]/gi, "").toLowerCase();
}
