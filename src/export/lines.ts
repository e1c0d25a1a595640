/** The lines of a stream of UTF-8. Only a line feed ends a line: Unicode's other separators may be part of a text. */
export async function* linesOf(bytes: AsyncIterable<unknown>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let left = "";
  for await (const chunk of bytes) {
    const lines = (left + decoder.decode(chunk as Uint8Array, { stream: true })).split("\n");
    left = lines.pop() ?? "";
    yield* lines;
  }
  yield left;
}
