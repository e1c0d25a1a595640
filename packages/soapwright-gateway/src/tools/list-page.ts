import { cutTo } from "./long-result";
import { ToolProblem } from "./tool-error";

/** Items after a page that are counted for `total`. The response of a longer list is left. */
const MOST_COUNTED = 10_000;

export interface PageTerms {
  readonly pageSize: number;
  readonly maxResultChars: number;
}

/** An operation that has changed something is not to be called again for the rest of its list. */
export const WHOLE: PageTerms = { pageSize: Number.POSITIVE_INFINITY, maxResultChars: Number.POSITIVE_INFINITY };

/** Returns how many items are before the page. Throws `ToolProblem` for a value that no page has as its `next`. */
export function readSkip(next: unknown, name: string): number {
  if (next === undefined) return 0;
  if (!Number.isSafeInteger(next) || (next as number) < 0)
    throw new ToolProblem(`${name} is no whole number of at least 0. Take it from the result before.`);
  return next as number;
}

/** A page of a list: the items after the first `skip`, as many as the limits allow. */
export class ListPage {
  readonly #items: unknown[] = [];
  #count = 0;
  #chars = 0;
  #isFull = false;
  #cut: string | undefined;

  constructor(
    private readonly skip: number,
    private readonly terms: PageTerms,
    private readonly json: (item: unknown) => unknown,
  ) {}

  /** Number of items that have arrived. */
  get count(): number {
    return this.#count;
  }

  /** Whether the rest of the list is too long to be counted. */
  get isOver(): boolean {
    return this.#isFull && this.#count - this.skip - this.#items.length >= MOST_COUNTED;
  }

  take(item: unknown): void {
    this.#count++;
    if (this.#count <= this.skip || this.#isFull) return;
    const { pageSize, maxResultChars } = this.terms;
    const { json, cut } = cutTo(this.json(item), maxResultChars);
    const length = JSON.stringify(json)?.length ?? 0;
    const items = this.#items;
    this.#isFull = items.length >= pageSize || (items.length > 0 && this.#chars + length > maxResultChars);
    if (this.#isFull) return;
    items.push(json);
    this.#cut ??= cut;
    this.#chars += length;
  }

  /** @param isWhole Whether every item of the list was taken. */
  result(isWhole: boolean, next: string | undefined): Readonly<Record<string, unknown>> {
    const end = this.skip + this.#items.length;
    return {
      items: this.#items,
      ...(isWhole ? { total: this.#count } : {}),
      ...(next !== undefined && this.#isFull && end < this.#count ? { [next]: end } : {}),
      ...(this.#cut === undefined ? {} : { cut: this.#cut }),
    };
  }
}
