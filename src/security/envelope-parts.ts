/** Where the parts of an envelope are that this client has written: found without reading its Body. */
import {
  ConfigurationError,
  expanded,
  NO_SCOPE,
  NotWellFormed,
  readTag,
  type Scope,
  scopeIn,
  type WrittenTag,
} from "../tool-imports";
import { writeCanonical } from "./canonical-writer";
import { WSSE } from "./namespaces";

/** An element of the envelope. */
export interface EnvelopePart {
  readonly namespace: string;
  readonly local: string;
  readonly tag: WrittenTag;
  /** Of its first character. */
  readonly start: number;
  /** What is in scope around it. */
  readonly scope: Scope;
}

export interface EnvelopeParts {
  readonly soap: string;
  /** The name of the root as it is written. */
  readonly root: string;
  /** The prefix of the envelope's namespace, with its colon. */
  readonly prefix: string;
  /** Where the content of the Header starts; undefined where there is none. */
  readonly headerAt: number | undefined;
  readonly blocks: readonly EnvelopePart[];
  readonly body: EnvelopePart;
}

/** Rejects with a `ConfigurationError` where the envelope is none, for example because of a header block of the user's. */
export async function findParts(text: string): Promise<EnvelopeParts> {
  try {
    const parts = await readParts(text);
    parts.blocks.forEach(refuseSecond);
    return parts;
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    throw new ConfigurationError(
      "The request cannot be secured, because its envelope is not well-formed. Check the header blocks that client.soap adds.",
      { option: "soap" },
    );
  }
}

/** The parts of any envelope. Rejects with `NotWellFormed`. */
export async function readParts(text: string): Promise<EnvelopeParts> {
  const root = readPart(text, nextTag(text, 0), NO_SCOPE);
  if (root.local !== "Envelope") throw new NotWellFormed();
  const colon = root.tag.name.indexOf(":");
  const outer = scopeIn(root.tag, NO_SCOPE);
  let part = readPart(text, nextTag(text, root.tag.end), outer);
  let headerAt: number | undefined;
  const blocks: EnvelopePart[] = [];
  if (part.local === "Header" && part.namespace === root.namespace) {
    let at = part.tag.end;
    if (!part.tag.isEmpty) {
      headerAt = at;
      for (const block of await childrenOf(text, part)) blocks.push(block);
      at = await writeCanonical(text, part.start, outer, () => {});
    }
    part = readPart(text, nextTag(text, at), outer);
  }
  if (part.local !== "Body" || part.namespace !== root.namespace) throw new NotWellFormed();
  return {
    soap: root.namespace,
    root: root.tag.name,
    prefix: root.tag.name.slice(0, colon + 1),
    headerAt,
    blocks,
    body: part,
  };
}

/** A message has one Security block for each actor: WS-Security 1.1, 5. */
function refuseSecond({ namespace, local }: EnvelopePart): void {
  if (namespace !== WSSE || local !== "Security") return;
  throw new ConfigurationError(
    "The request has a wsse:Security header block already. Set either security, or a security object or header block that writes one.",
    { option: "security" },
  );
}

/** The children of `part`. Rejects with `NotWellFormed`. */
export async function childrenOf(text: string, part: EnvelopePart): Promise<readonly EnvelopePart[]> {
  const found: EnvelopePart[] = [];
  if (part.tag.isEmpty) return found;
  const scope = scopeIn(part.tag, part.scope);
  for (let at = nextTag(text, part.tag.end); text.charCodeAt(at + 1) !== 0x2f; at = nextTag(text, at)) {
    found.push(readPart(text, at, scope));
    at = await writeCanonical(text, at, scope, () => {});
  }
  return found;
}

function readPart(text: string, start: number, scope: Scope): EnvelopePart {
  const tag = readTag(text, start);
  return { ...expanded(tag.name, scopeIn(tag, scope)), tag, start, scope };
}

/** The next start or end tag; comments and an XML declaration are passed over. */
function nextTag(text: string, from: number): number {
  for (let at = text.indexOf("<", from); at >= 0; at = text.indexOf("<", at)) {
    if (text.startsWith("<!--", at)) at = endOf(text, "-->", at);
    else if (text.startsWith("<?", at)) at = endOf(text, "?>", at);
    else return at;
  }
  throw new NotWellFormed();
}

function endOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  if (at < 0) throw new NotWellFormed();
  return at + mark.length;
}
