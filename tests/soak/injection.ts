/** The troubles of the fault server by call, and how each such call must end. Server and client share this list. */
import type { Ending as Closing, Coding, Framing, Shape } from "soapwright-testing/stage/shapes";

/**
 * How a call must end. `attempts` is the number of requests, if it is certain; a request that finds its connection
 * closed is sent once more. `isConfirmed` is whether the server shows by a byte that it has received the request.
 */
export interface Ending {
  readonly code: "RESULT" | "CONNECTION" | "TIMEOUT" | "ABORTED" | "HTTP" | "FAULT" | "RESPONSE";
  readonly status?: number;
  readonly reason?: "xml" | "envelope" | "value" | "limit" | "content-type" | "content-encoding";
  readonly attempts?: number;
  readonly isConfirmed?: false;
}

/** Every trouble with its end. The soak has one retry, so a repeated call has two attempts. */
export const endings = {
  resetBeforeAnswer: { code: "CONNECTION", attempts: 2, isConfirmed: false },
  closedBeforeAnswer: { code: "CONNECTION", attempts: 2, isConfirmed: false },
  // A reset discards bytes in transit.
  resetInHead: { code: "CONNECTION", attempts: 2, isConfirmed: false },
  resetInBody: { code: "CONNECTION", isConfirmed: false },
  shortBody: { code: "CONNECTION", attempts: 2 },
  badChunk: { code: "CONNECTION", attempts: 2 },
  resetOnce: { code: "RESULT", attempts: 2 },
  busyOnce: { code: "RESULT", attempts: 2 },
  tooManyOnce: { code: "RESULT", attempts: 2 },
  busy: { code: "HTTP", status: 503, attempts: 2 },
  redirect: { code: "HTTP", status: 302, attempts: 1 },
  emptyBadRequest: { code: "HTTP", status: 400, attempts: 1 },
  fault: { code: "FAULT", attempts: 1 },
  faultWithStatus200: { code: "FAULT", attempts: 1 },
  cutXml: { code: "RESPONSE", reason: "xml", attempts: 1 },
  emptyAnswer: { code: "RESPONSE", attempts: 1 },
  page: { code: "RESPONSE", reason: "content-type", attempts: 1 },
  otherElement: { code: "RESPONSE", reason: "envelope", attempts: 1 },
  wrongValue: { code: "RESPONSE", reason: "value", attempts: 1 },
  brokenGzip: { code: "RESPONSE", reason: "content-encoding", attempts: 1 },
  gzip: { code: "RESULT", attempts: 1 },
  pieces: { code: "RESULT", attempts: 1 },
  closedAfterAnswer: { code: "RESULT", attempts: 1 },
  silence: { code: "TIMEOUT", attempts: 1 },
  abandoned: { code: "ABORTED" },
} as const satisfies { readonly [trouble: string]: Ending };

export type Trouble = keyof typeof endings;
export const troubles = Object.keys(endings) as readonly Trouble[];

/** Returns the trouble of one call in ten; all troubles are equally frequent. */
export function troubleOf(employeeId: number): Trouble | undefined {
  if (employeeId % 10 !== 3) return undefined;
  return troubles[Math.floor(employeeId / 10) % troubles.length];
}

/** Returns the number of entries of an employee: none to three for most, 26 kB for some, 600 kB for few. */
function lengthOf(employeeId: number): number {
  if (employeeId % 1_000 === 21) return 4_000;
  return employeeId % 50 === 11 ? 160 : employeeId % 4;
}

/** Returns text that cannot be compressed, the same for the same number. */
function noise(seed: number): string {
  let state = seed;
  return Array.from({ length: 4 }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    return (state >>> 0).toString(36);
  }).join("");
}

/** Returns the entries of an employee, by which a result can be matched with its call. */
export function entriesOf(employeeId: number): readonly { readonly Id: number; readonly Street: string }[] {
  return Array.from({ length: lengthOf(employeeId) }, (_, index) => {
    const Id = (employeeId * 4 + index) % 2_000_000_000;
    return { Id, Street: `Straat ${employeeId} & ${index} ${noise(Id)}` };
  });
}

const framings: readonly Framing[] = ["length", "chunked", "close"];
const codings: readonly Coding[] = ["identity", "gzip", "deflate", "br"];
const closings: readonly Closing[] = ["keep-alive", "Connection: close", "HTTP/1.0", "FIN behind", "FIN after 20 ms"];

/**
 * Returns how a response without trouble is written: each framing with each coding and each way to close that can be
 * combined.
 */
export function shapeOf(employeeId: number): Omit<Shape, "items"> {
  // Two thirds keep their connection, as most services do.
  const at = Math.floor(employeeId / 3);
  const framing = framings[at % 3] ?? "length";
  const coding = codings[Math.floor(at / 3) % 4] ?? "identity";
  const closing = closings[Math.floor(at / 12) % 5] ?? "keep-alive";
  const isKept = employeeId % 3 !== 0 && closing !== "FIN after 20 ms";
  if (framing === "close") return { framing, coding, ending: closing === "keep-alive" ? "FIN behind" : closing };
  const ending = isKept ? "keep-alive" : framing === "chunked" && closing === "HTTP/1.0" ? "FIN behind" : closing;
  return { framing, coding, ending };
}

/** How a list is consumed: at once, or item by item, with or without work in between. */
export type Consumer = "call" | "fast stream" | "slow stream";
const consumers: readonly Consumer[] = ["call", "call", "fast stream", "slow stream", "call"];

export function consumerOf(employeeId: number): Consumer {
  return consumers[employeeId % consumers.length] ?? "call";
}

/** Whether a call goes to the silent listener, as one in 500 does. */
export function goesToSilence(employeeId: number): boolean {
  return employeeId % 500 === 250;
}
