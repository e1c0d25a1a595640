/** The list of tools in pages, by the cursor of the protocol. */
import { ProtocolError, ProtocolErrorCode, type Tool } from "@modelcontextprotocol/server";

/** Clients stop at messages of some MB. Half of this is what hosts show without a warning. */
const PAGE_BYTES = 800_000;

export interface ToolPage {
  readonly tools: Tool[];
  readonly nextCursor?: string;
}

/** Returns the page at a cursor, which is the number of tools before. Throws the error of the protocol for another. */
export function toolPage(tools: readonly Tool[], cursor: string | undefined): ToolPage {
  const start = cursor === undefined ? 0 : Number(cursor);
  const isKnown = cursor === undefined || (/^[1-9]\d{0,8}$/.test(cursor) && start < tools.length);
  if (!isKnown)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The list of tools has no page at this cursor.");
  let [end, bytes] = [start, 0];
  while (end < tools.length) {
    bytes += Buffer.byteLength(JSON.stringify(tools[end]));
    if (end > start && bytes > PAGE_BYTES) break;
    end++;
  }
  return { tools: tools.slice(start, end), ...(end < tools.length ? { nextCursor: String(end) } : {}) };
}
