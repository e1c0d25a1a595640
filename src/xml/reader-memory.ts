/** What readers remember from one document to the next. */
import { NameTable } from "./name-table";
import { NamespaceScope } from "./namespaces";

/** What a memory may hold, in bytes: the names of a large contract, and no more of a document made to fill it. */
const ROOM = 4 * 2 ** 20;
/** What a memory may hold when the next document begins; one that holds more is emptied. */
const MAX_REMEMBERED = 2 ** 20;

/**
 * Names, scopes and what followed what. The answers of one service repeat themselves, and a short one is read twice as
 * fast when its names are known. Any number of readers share it. When it is full, documents are read on without it.
 */
export class ReaderMemory {
  #table = new NameTable(ROOM);
  #outermost = NamespaceScope.outermost(this.#table);

  /** The scope outside the root element, for a reader that begins. */
  begin(): NamespaceScope {
    if (this.#table.spent > MAX_REMEMBERED) {
      this.#table = new NameTable(ROOM);
      this.#outermost = NamespaceScope.outermost(this.#table);
    }
    return this.#outermost;
  }
}
