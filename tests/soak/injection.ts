/** What the fault server does to which call, and how each such call must end: the one list that both sides read. */

/** How a call must end. `attempts`: how many requests it may take, when that is certain. */
export interface Ending {
  readonly code: "RESULT" | "CONNECTION" | "TIMEOUT" | "ABORTED" | "HTTP" | "FAULT" | "RESPONSE";
  readonly status?: number;
  readonly reason?: "xml" | "envelope" | "value" | "limit" | "content-type" | "content-encoding";
  readonly attempts?: number;
}

/** Every trouble with its ending. The retries of the soak are one, so what is repeated takes two attempts. */
export const endings = {
  resetBeforeAnswer: { code: "CONNECTION", attempts: 2 },
  closedBeforeAnswer: { code: "CONNECTION", attempts: 2 },
  resetInHead: { code: "CONNECTION", attempts: 2 },
  resetInBody: { code: "CONNECTION" },
  shortBody: { code: "CONNECTION" },
  badChunk: { code: "CONNECTION" },
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

/** One call in ten, each trouble as often as the next. */
export function troubleOf(employeeId: number): Trouble | undefined {
  if (employeeId % 10 !== 3) return undefined;
  return troubles[Math.floor(employeeId / 10) % troubles.length];
}

/** The entries of an employee: none to three, so that a result belongs to its call. */
export function entriesOf(employeeId: number): readonly { readonly Id: number; readonly Street: string }[] {
  return Array.from({ length: employeeId % 4 }, (_, index) => ({
    Id: (employeeId * 4 + index) % 2_000_000_000,
    Street: `Straat ${employeeId} & ${index}`,
  }));
}
