/** Conversions between a message on the wire and the value that a client's method takes or returns. */
import type { MessageNode } from "soapwright-runtime/codecs";

/** The message is keyed by body element, and unwrapped as the tables say. */
export function unwrapMessage(
  { body, unwrap, attachments }: MessageNode,
  values: Readonly<Record<string, unknown>>,
): unknown {
  if (unwrap.length === 0) return body.length === 0 && attachments === undefined ? undefined : values;
  let value: unknown = values;
  for (const key of unwrap) {
    if (typeof value !== "object" || value === null) return value;
    value = Reflect.get(value, key);
  }
  return value;
}

/** The message is keyed by body element. `undefined` leaves the result element out. */
export function wrapMessage({ unwrap }: MessageNode, value: unknown): Readonly<Record<string, unknown>> {
  const [first, ...rest] = unwrap;
  if (first === undefined) return typeof value === "object" && value !== null ? { ...value } : {};
  const inner = value === undefined ? {} : rest.reduceRight<unknown>((around, key) => ({ [key]: around }), value);
  return { [first]: inner };
}
