/** How the sandbox judges whether the caller of a request has signed in by HTTP. */
import type { IncomingMessage } from "node:http";

/** What a guard says of a request. `proof` goes into the response; `why` completes "because …". */
export type Verdict =
  | { readonly user: string; readonly proof?: string | undefined }
  | { readonly challenge: string; readonly why: string };

/** Judges the requests to a service by their headers and connections. */
export interface Guard {
  judge(request: IncomingMessage): Verdict | Promise<Verdict>;
}
