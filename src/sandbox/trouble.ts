/** Trouble to inject: what a network or a service in distress does to an exchange. */
import type { SandboxFault } from "./fault";

/** One piece of trouble, for one POST. */
export type Trouble =
  /** Wait, then answer as usual. In milliseconds. */
  | { readonly kind: "delay"; readonly delayMs: number }
  /** An answer of your own in place of the service's. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  /** A SOAP fault, in the version of the request. */
  | { readonly kind: "fault"; readonly fault: SandboxFault }
  /** The XML of the Body, in an envelope of the version of the request. */
  | { readonly kind: "body"; readonly xml: string }
  /** Break the connection: before any answer, after the head, or in the middle of the body. */
  | { readonly kind: "reset"; readonly when: "before" | "head" | "body" }
  /** These bytes on the socket, head included, then the end of the connection. */
  | { readonly kind: "raw"; readonly bytes: string | Uint8Array }
  /** No answer, ever. */
  | { readonly kind: "silence" };
