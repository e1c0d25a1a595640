/** The options of `call`. */
import type { FormatFlags } from "soapwright-command";
import type { LoadFlags } from "../shared-options";

export interface CallFlags extends Pick<FormatFlags, "format">, LoadFlags {
  readonly json?: string;
  readonly soapHeaders?: string;
  readonly header?: readonly string[];
  readonly username?: string;
  readonly passwordEnv?: string;
  readonly auth?: "basic" | "digest" | "token";
  readonly soapVersion?: "1.1" | "1.2";
  readonly service?: string;
  readonly endpoint?: string;
  /** Unit: milliseconds. */
  readonly timeout?: number;
  readonly proxy?: string | boolean;
  readonly allowInsecure?: true;
  readonly verbose?: true;
  readonly xml?: true;
}

/** The options of the client, which other commands that call have too. */
export type ClientFlags = Pick<
  CallFlags,
  "endpoint" | "soapVersion" | "username" | "passwordEnv" | "auth" | "header" | "timeout" | "allowInsecure"
>;
