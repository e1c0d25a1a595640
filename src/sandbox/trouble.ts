/** Trouble to inject: what a network or a service in distress does to an exchange. */
import type { SandboxFault } from "./fault";

/** One piece of trouble, for one POST. */
export type Trouble =
  /** Wait, then respond as usual. In milliseconds. */
  | { readonly kind: "delay"; readonly delayMs: number }
  /** A response of your own instead of the service's. */
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
  /** Break the connection: before the response, after its headers, or in the middle of its body. */
  | { readonly kind: "reset"; readonly when: "before" | "head" | "body" }
  /** These bytes on the socket, head included, then the end of the connection. */
  | { readonly kind: "raw"; readonly bytes: string | Uint8Array }
  /** Never respond. */
  | { readonly kind: "silence" };
