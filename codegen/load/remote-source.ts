import { LoadProblem } from "./load-problem";

const timeoutMs = 30_000;

/**
 * The bytes behind an http or https address; redirects are followed by the platform, to those schemes only.
 * @throws LoadProblem for every failure, a status other than 200 and too large a body.
 */
export async function readRemote(location: string, maxBytes: number): Promise<Uint8Array> {
  let response: Response;
  try {
    response = await fetch(location, { signal: AbortSignal.timeout(timeoutMs), headers: { accept: "text/xml, */*" } });
  } catch (error) {
    throw new LoadProblem(`${location} cannot be fetched: ${reasonOf(error)}`);
  }
  if (response.status !== 200 || response.body === null)
    throw new LoadProblem(`${location} returned status ${response.status}`);
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > maxBytes) {
        await reader.cancel();
        throw new LoadProblem(`${location} is larger than ${maxBytes} bytes`, "raise the limit with --max-file-bytes");
      }
      pieces.push(value);
    }
  } catch (error) {
    if (error instanceof LoadProblem) throw error;
    throw new LoadProblem(`${location} cannot be fetched: ${reasonOf(error)}`);
  }
  return Buffer.concat(pieces);
}

function reasonOf(error: unknown): string {
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined;
  return String(cause ?? error);
}
