/**
 * Interceptors of every client in the process: telemetry. They stand where each copy of this run time looks, so that whoever
 * installs them through the CommonJS build reaches clients of the ES build that a bundler took, and the other way round.
 */
import { INSTALLED } from "../names";
import type { Interceptors } from "./interceptors";

function place(): Interceptors[] {
  const given: unknown = Reflect.get(globalThis, INSTALLED);
  if (Array.isArray(given)) return given;
  const made: Interceptors[] = [];
  Object.defineProperty(globalThis, INSTALLED, { value: made, configurable: true });
  return made;
}

/** Looked up once: looking costs each call what an array's length does. */
export const installed: readonly Interceptors[] = place();

/** Puts interceptors around the calls of every client, outside of the clients' own, until the returned function is called. */
export function installInterceptors(added: Interceptors): () => void {
  const all = installed as Interceptors[];
  all.push(added);
  return () => {
    const index = all.indexOf(added);
    if (index >= 0) all.splice(index, 1);
  };
}
