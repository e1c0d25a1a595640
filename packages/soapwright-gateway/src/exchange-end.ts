import type { FastifyReply } from "fastify";

/** What ends with each open connection: one listener for all, because many requests may wait in one pipe. */
const endings = new WeakMap<object, Set<() => void>>();

/**
 * Calls `end` once, when the response of a request is closed or its connection is: a response that waits behind others of
 * its connection has no event of its own. Returns a function after which `end` is not called.
 */
export function onExchangeEnd({ raw, request }: FastifyReply, end: () => void): () => void {
  const all = endingsOf(request.raw.socket);
  const forget = (): void => {
    raw.off("close", run);
    all.delete(run);
  };
  const run = (): void => {
    forget();
    end();
  };
  raw.once("close", run);
  all.add(run);
  return forget;
}

function endingsOf(socket: FastifyReply["request"]["raw"]["socket"]): Set<() => void> {
  const known = endings.get(socket);
  if (known !== undefined) return known;
  const all = new Set<() => void>();
  endings.set(socket, all);
  socket.once("close", () => {
    endings.delete(socket);
    for (const run of [...all]) run();
  });
  return all;
}
