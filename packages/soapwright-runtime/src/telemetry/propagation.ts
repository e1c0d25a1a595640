/**
 * The headers that carry a trace to the service, such as `traceparent`: once, whoever else sets them.
 *
 * OpenTelemetry's instrumentation of undici adds them to each request of undici's, Node's `fetch` included, and undici writes
 * both. Its span is below ours, so its headers stay, and ours go out where it is not at work.
 */
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { type Context, context, createContextKey, propagation } from "@opentelemetry/api";
import { NAME } from "../runtime-names";

/** In the context of a request: the names of the headers that were set here, in lower case. */
const SET = createContextKey(`${NAME}.propagated`);

/** undici publishes each request here, and whoever listens may add headers to it. */
const CREATED = "undici:request:create";

/** Sets the headers of `given` that carry it, and returns it with their names. */
export function propagate(given: Context, httpHeaders: { [name: string]: string }): Context {
  const names = new Set<string>();
  propagation.inject(given, httpHeaders, {
    set(headers, name, value) {
      const lower = name.toLowerCase();
      for (const other of Object.keys(headers)) if (other.toLowerCase() === lower) delete headers[other];
      headers[name] = value;
      names.add(lower);
    },
  });
  if (names.size === 0) return given;
  listenLast();
  return given.setValue(SET, names);
}

let installations = 0;

/** Until the returned function is called, requests are looked at where someone else may add to them. */
export function keepPropagating(): () => void {
  installations++;
  let stopped = false;
  return () => {
    if (stopped) return;
    stopped = true;
    installations--;
    if (installations === 0) unsubscribe(CREATED, dropOurs);
  };
}

/** Listeners are called in their order, and the other one may have come later. */
function listenLast(): void {
  unsubscribe(CREATED, dropOurs);
  if (installations > 0 && channel(CREATED).hasSubscribers) subscribe(CREATED, dropOurs);
}

/** Takes a header of ours from a request that has it twice. Headers are names and values by turns. */
function dropOurs(message: unknown): void {
  const names = context.active().getValue(SET);
  const headers: unknown = Reflect.get(Object(Reflect.get(Object(message), "request")), "headers");
  if (!(names instanceof Set) || !Array.isArray(headers)) return;
  const met = new Set<string>();
  for (let at = headers.length - 2; at >= 0; at -= 2) {
    const name = String(headers[at]).toLowerCase();
    if (met.has(name)) headers.splice(at, 2);
    else if (names.has(name)) met.add(name);
  }
}
