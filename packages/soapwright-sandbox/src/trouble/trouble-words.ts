/** Injected errors as text, for readers of the page. */
import type { Latency, Trouble, TroubleRule } from "./trouble";

/** Describes a rule: "Status 503 with Retry-After 1 s, for Order_GetList with OrderId = 7, every third request". */
export function ruleWords({ trouble, operation, where, every, probability, times }: TroubleRule): string {
  const args = Object.entries(where ?? {}).map(([name, value]) => `${name} = ${value}`);
  const target = [
    operation === undefined ? "" : `for ${operation}`,
    args.length === 0 ? "" : `${operation === undefined ? "for requests with" : "with"} ${args.join(" and ")}`,
  ];
  const parts = [
    [troubleWords(trouble), ...target.filter((text) => text !== "")].join(" "),
    every === undefined || every === 1 ? "" : `only every ${ordinal(every)} request`,
    probability === undefined ? "" : `${Number((probability * 100).toPrecision(3))}% of the requests, by chance`,
    times === undefined ? "" : `${times} ${times === 1 ? "request" : "requests"} at most`,
  ];
  return parts.filter((text) => text !== "").join(", ");
}

export function troubleWords(trouble: Trouble): string {
  switch (trouble.kind) {
    case "delay":
      return `Wait ${time(trouble.delayMs)} before the response`;
    case "latency":
      return `Wait ${latencyWords(trouble.latency)} before the response`;
    case "answer":
      return `A response with status ${trouble.status} in place of the service's`;
    case "status":
      return `Status ${trouble.status}${trouble.retryAfterSeconds === undefined ? "" : ` with Retry-After ${trouble.retryAfterSeconds} s`}`;
    case "html":
      return "An HTML page under status 200";
    case "fault":
      return `The fault "${trouble.fault.message}"`;
    case "body":
      return "XML of your own in the Body";
    case "content-type":
      return `The content type ${trouble.contentType}`;
    case "malformed":
      return "Malformed XML";
    case "truncate":
      return trouble.bytes === undefined ? "Half of the body" : `The first ${trouble.bytes} bytes of the body`;
    case "slow":
      return `The response at ${trouble.bytesPerSecond} bytes a second`;
    case "reset":
      return `Reset the connection ${{ before: "before the response", head: "after the headers", body: "within the body" }[trouble.when]}`;
    case "raw":
      return "Bytes of your own, then the end of the connection";
    case "silence":
      return "No response";
    case "rate-limit":
      return `Status 429 beyond ${trouble.requestsPerSecond} requests a second`;
    case "expire": {
      const { calls, afterMs } = trouble;
      const ends = [
        calls === undefined ? "" : `${calls} ${calls === 1 ? "call" : "calls"}`,
        afterMs === undefined ? "" : time(afterMs),
      ];
      return `Credentials expire after ${ends.filter((text) => text !== "").join(" or ")}`;
    }
  }
}

function latencyWords(latency: Latency): string {
  switch (latency.kind) {
    case "fixed":
      return time(latency.ms);
    case "uniform":
      return `${time(latency.leastMs)} to ${time(latency.mostMs)}`;
    case "long-tail":
      return `${time(latency.medianMs)} in the middle, more than ${time(latency.p99Ms)} for one in a hundred,`;
  }
}

function time(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  return ms === 1000 ? "1 second" : `${Number((ms / 1000).toPrecision(4))} seconds`;
}

function ordinal(number: number): string {
  const ordinals: Readonly<Record<number, string>> = { 2: "second", 3: "third", 4: "fourth", 5: "fifth" };
  const ending = number % 100 >= 11 && number % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th");
  return ordinals[number] ?? `${number}${ending}`;
}
