/**
 * Adds the headers that carry a trace to the service, such as `traceparent`, exactly once.
 *
 * OpenTelemetry's instrumentation of undici also adds them to each undici request, including Node's `fetch`, and undici
 * would send both. Its span is a child of ours, so its headers are kept, and ours are sent if that instrumentation is
 * not active.
 */
import { channel, subscribe, unsubscribe } from "node:diagnostics_channel";
import { type Context, context, createContextKey, propagation } from "@opentelemetry/api";
import { NAME } from "soapwright-runtime/errors";

/** Context key of the names, in lower case, of the headers that were set here. */
const SET = createContextKey(`${NAME}.propagated`);

/** The channel on which undici publishes each request. Listeners may add headers. */
const CREATED = "undici:request:create";

/** Returns a context that holds the names of the added headers. */
export function propagate(context: Context, httpHeaders: { [name: string]: string }): Context {
  const names = new Set<string>();
  propagation.inject(context, httpHeaders, {
    set(headers, name, value) {
      const lower = name.toLowerCase();
      for (const other of Object.keys(headers)) if (other.toLowerCase() === lower) delete headers[other];
      headers[name] = value;
      names.add(lower);
    },
  });
  if (names.size === 0) return context;
  listenLast();
  return context.setValue(SET, names);
}

/** Returns a context with the trace that the headers carry, if they carry one. */
export function givenTrace(context: Context, httpHeaders: Readonly<{ [name: string]: string }>): Context {
  return propagation.extract(context, httpHeaders, {
    keys: (headers) => Object.keys(headers),
    get(headers, name) {
      const key = Object.keys(headers).find((each) => each.toLowerCase() === name);
      return key === undefined ? undefined : headers[key];
    },
  });
}

let installations = 0;

/** Returns a function that stops the removal of duplicates. */
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

/** Listeners run in order, and the other instrumentation may have subscribed later, so this one subscribes again. */
function listenLast(): void {
  unsubscribe(CREATED, dropOurs);
  if (installations > 0 && channel(CREATED).hasSubscribers) subscribe(CREATED, dropOurs);
}

/** `headers` has alternating names and values. */
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
