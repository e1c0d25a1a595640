/** The options of `call`, and those of its client, which other commands that call share. */
import { Option } from "commander";
import type { LoadFlags } from "soapwright-contract/flags";
import type { ValidationMode } from "soapwright-runtime";
import { durationTo, type FormatFlags, LONGEST_TIMER_MS } from "../../index";
import { several } from "../../option-values";

export interface ClientFlags {
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
  readonly validation?: ValidationMode;
}

export interface CallFlags extends Pick<FormatFlags, "format">, LoadFlags, ClientFlags {
  readonly json?: string;
  readonly verbose?: true;
  readonly xml?: true;
}

export function clientOptions(): Option[] {
  return [
    new Option("--endpoint <url>", "address of the service (default: the one in the WSDL)"),
    new Option("--service <name>", "the service, where the WSDL has several"),
    new Option("--soap-version <version>", "SOAP version (default: that of the first port)").choices(["1.1", "1.2"]),
    new Option("--username <name>", "user name of the sign-in; the password is in the variable of --password-env"),
    new Option("--password-env <variable>", "environment variable with the password"),
    new Option("--auth <kind>", "how to sign in: HTTP Basic, HTTP Digest, or a UsernameToken in the message").choices([
      "basic",
      "digest",
      "token",
    ]),
    new Option(
      "--header <text>",
      "HTTP header, as 'Name: value'; a variable of the environment in it is in braces after a dollar sign",
    ).argParser(several),
    new Option("--soap-headers <file>", "header blocks as JSON, by their names; - for standard input"),
    new Option("--timeout <time>", "longest time for the response: 500ms, 30s, 2m").argParser(
      durationTo(LONGEST_TIMER_MS),
    ),
    new Option("--proxy <url>", "address of an HTTP proxy (default: HTTPS_PROXY, HTTP_PROXY and NO_PROXY)"),
    new Option("--no-proxy", "connect without a proxy, whatever the environment says"),
    validationOption(),
    new Option("--allow-insecure", "allow plain http: to another machine: credentials travel readable"),
  ];
}

/** What a response may be that departs from the WSDL. */
export function validationOption(): Option {
  return new Option(
    "--validation <level>",
    "how a response that departs from the WSDL is read: refused by strict, with texts in place of values by lenient (default: standard)",
  ).choices(["strict", "standard", "lenient"]);
}
