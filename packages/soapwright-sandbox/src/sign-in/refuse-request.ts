/** The response with status 401 to a request whose caller has not signed in. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { MAX_REQUEST_BYTES } from "../http/content-type";
import { type HttpResponse, hostHeaders, writeResponse } from "../http/http-writer";
import type { SandboxState } from "../service/sandbox-state";
import type { Verdict } from "./guard";

/** The exchange is in the log, without what the request has proved itself by and without its body. */
export async function refuseRequest(
  { options, log }: SandboxState,
  request: IncomingMessage,
  response: ServerResponse,
  { challenge, why }: Extract<Verdict, { challenge: string }>,
): Promise<void> {
  const started = performance.now();
  const at = Date.now();
  const path = request.url ?? "";
  const isRead = await readRest(request);
  const page: HttpResponse = {
    status: 401,
    headers: { "Content-Type": "text/html; charset=us-ascii", "WWW-Authenticate": challenge },
    body: `<!DOCTYPE html><html><head><title>Unauthorized</title></head><body><h2>401 - Unauthorized</h2><p>The sandbox refused the request, because ${why}.</p></body></html>`,
  };
  options.log?.(`${path}: status 401, because ${why}.`);
  if (!log.keepsNone) {
    log.add({
      at,
      elapsedMs: performance.now() - started,
      path,
      operation: undefined,
      requestHeaders: textsOf(withoutProof(request.headers)),
      requestBody: "",
      status: 401,
      responseHeaders: { ...hostHeaders, ...page.headers },
      responseBody: page.body as string,
      mistakes: [],
      trouble: undefined,
    });
  }
  const { http = {} } = options;
  await writeResponse(request, response, page, isRead ? http : { ...http, close: true });
}

/** Returns headers in which a proof is a mask, whatever its scheme. */
export function withoutProof(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { authorization } = headers;
  if (authorization === undefined) return headers;
  return { ...headers, authorization: `${/^\w*/.exec(authorization)![0]} ***` };
}

export function textsOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/**
 * Reads a body that nobody needs, so that the connection can carry the next message of its sign-in. Returns false beyond the
 * limit of requests, where the connection has to end.
 */
async function readRest(request: IncomingMessage): Promise<boolean> {
  let length = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > MAX_REQUEST_BYTES) return false;
  }
  return true;
}
