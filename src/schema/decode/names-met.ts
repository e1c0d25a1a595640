/** What the decoders of one codec remember: under which name each leaf of a content model last came. */
import type { XmlName } from "../../xml/events";
import type { Content } from "../plans/plans";

type Names = (XmlName | undefined)[];

/** Readers give the same object for the same name, so that the next child can be told from a guess by identity alone. */
export class NamesMet {
  private readonly byContent = new WeakMap<Content, Names>();

  /** By index of the leaf. To be read and written. */
  of(content: Content): Names {
    let names = this.byContent.get(content);
    if (names === undefined) {
      names = new Array<undefined>(content.leaves.length).fill(undefined);
      this.byContent.set(content, names);
    }
    return names;
  }
}
