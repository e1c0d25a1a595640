/** The bound of the memory for keys and identifiers. */

/** The most memory for values and paths, in characters, so that a long stream does not fill it. */
const MAX_KEY_CHARACTERS = 64 * 1024 * 1024;
const ENTRY_CHARACTERS = 64;

/** Throws the decoder's error at a path. */
export type FailAt = (path: string, message: string) => never;

/** The memory that one decoder uses for values that must differ. */
export class KeyMemory {
  private used = 0;

  constructor(
    private readonly failAt: FailAt,
    private readonly limit = MAX_KEY_CHARACTERS,
  ) {}

  take(key: string, path: string, label: string): void {
    this.used += key.length + path.length + ENTRY_CHARACTERS;
    if (this.used <= this.limit) return;
    this.failAt(
      path,
      `the values of ${label} need more than ${this.limit} characters of memory, the limit of validation "strict"; use "standard" to read them without this check`,
    );
  }
}
