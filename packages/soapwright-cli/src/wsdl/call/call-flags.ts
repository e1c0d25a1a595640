/** The options of `call`, and those of its client, which other commands that call share. */
import { Option } from "commander";
import type { LoadFlags } from "soapwright-contract/flags";
import type { ValidationMode } from "soapwright-runtime";
import { type CommonFlags, commonOptions } from "../../client-options";
import type { FormatFlags } from "../../index";
import { several } from "../../option-values";

export interface ClientFlags extends CommonFlags {
  readonly soapHeaders?: string;
  readonly header?: readonly string[];
  readonly username?: string;
  readonly passwordEnv?: string;
  readonly auth?: "basic" | "digest" | "token";
  readonly soapVersion?: "1.1" | "1.2";
  readonly service?: string;
  readonly validation?: ValidationMode;
}

export interface CallFlags extends Pick<FormatFlags, "format">, LoadFlags, ClientFlags {
  readonly json?: string;
  readonly verbose?: true;
  readonly xml?: true;
}

export function clientOptions(): Option[] {
  const own = [
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
    validationOption(),
  ];
  return commonOptions("address of the service (default: the one in the WSDL)", "longest time for the response", own);
}

/** What a response may be that departs from the WSDL. */
export function validationOption(): Option {
  return new Option(
    "--validation <level>",
    "how a response that departs from the WSDL is read: refused by strict, with texts in place of values by lenient (default: standard)",
  ).choices(["strict", "standard", "lenient"]);
}
