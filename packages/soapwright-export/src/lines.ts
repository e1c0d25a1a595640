/** Only a line feed ends a line, because Unicode's other separators may be part of a text. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let left = "";
  for await (const chunk of chunks) {
    const text = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    const lines = (left + text).split("\n");
    left = lines.pop() ?? "";
    yield* lines;
  }
  yield left;
}
