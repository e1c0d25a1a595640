import type { CallToolResult } from "@modelcontextprotocol/server";

/** Items after a page that are counted for `total`. The response of a longer list is left. */
const MOST_COUNTED = 10_000;

/** A page of a list: the items after the first `skip`, as many as the limits allow. */
export class ListPage {
  readonly #items: unknown[] = [];
  #count = 0;
  #chars = 0;
  #isFull = false;

  constructor(
    private readonly skip: number,
    private readonly limits: { readonly pageSize: number; readonly maxResultChars: number },
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
    const { pageSize, maxResultChars } = this.limits;
    const json = this.json(item);
    const length = JSON.stringify(json)?.length ?? 0;
    const items = this.#items;
    this.#isFull = items.length >= pageSize || (items.length > 0 && this.#chars + length > maxResultChars);
    if (this.#isFull) return;
    items.push(json);
    this.#chars += length;
  }

  /** @param isWhole Whether every item of the list was taken. */
  result(isWhole: boolean): CallToolResult {
    const end = this.skip + this.#items.length;
    const structured = {
      items: this.#items,
      ...(isWhole ? { total: this.#count } : {}),
      ...(this.#isFull && end < this.#count ? { next: end } : {}),
    };
    return { content: [{ type: "text", text: JSON.stringify(structured) }], structuredContent: structured };
  }
}
