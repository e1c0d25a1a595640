/** What readers remember from one document to the next. */
import { NameTable } from "./name-table";
import { NamespaceScope } from "./namespaces";

/** What a memory may hold, in bytes: the names of a large contract, and no more of a document made to fill it. */
const ROOM = 4 * 2 ** 20;
/** Characters of all expressions for rows. A compiled one takes up to fifty bytes for each. */
const ROOM_FOR_ROWS = 192 * 2 ** 10;
/** What a memory may hold when the next document begins; one that holds more is emptied. */
const MAX_REMEMBERED = 2 ** 20;
const MAX_ROWS = 128 * 2 ** 10;

/**
 * Names, scopes and what followed what. The answers of one service repeat themselves, and a short one is read twice as
 * fast when its names are known. Any number of readers share it. When it is full, documents are read on without it.
 */
export class ReaderMemory {
  #table = new NameTable(ROOM, ROOM_FOR_ROWS);
  #outermost = NamespaceScope.outermost(this.#table);

  /** The scope outside the root element, for a reader that begins. */
  begin(): NamespaceScope {
    if (this.#table.spent > MAX_REMEMBERED || this.#table.rows > MAX_ROWS) {
      this.#table = new NameTable(ROOM, ROOM_FOR_ROWS);
      this.#outermost = NamespaceScope.outermost(this.#table);
    }
    return this.#outermost;
  }
}
