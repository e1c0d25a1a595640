/** The bound of the memory for keys and identifiers. */

/** The most memory for values and paths, in characters, so that a long stream does not fill it. */
const MAX_KEY_CHARACTERS = 64 * 1024 * 1024;
const ENTRY_CHARACTERS = 64;

/** Refuses the value at a path. The caller goes on, but the decoder compares no more values. */
export type DepartAt = (path: string, message: string) => void;

/** The memory that one decoder uses for values that must differ. */
export class KeyMemory {
  private used = 0;

  constructor(
    private readonly departAt: DepartAt,
    private readonly limit = MAX_KEY_CHARACTERS,
  ) {}

  take(key: string, path: string, label: string): void {
    this.used += key.length + path.length + ENTRY_CHARACTERS;
    if (this.used <= this.limit) return;
    this.departAt(
      path,
      `the values of ${label} need more than ${this.limit} characters of memory, the limit of validation "strict"; use "standard" to read them without this check`,
    );
  }
}
