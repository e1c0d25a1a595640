/** The options that clients of any WSDL have on the command line, and what reads the service. */
import { Command, Option } from "commander";
import { type DocumentOptions, withLoadOptions } from "soapwright-contract/flags";
import type { ValidationMode } from "soapwright-runtime";
import { type CommonFlags, commonOptions } from "../commands/client-options";
import { several } from "../commands/option-values";
import type { SharedCommand } from "../commands/shared-command";

export interface ClientFlags extends CommonFlags, Omit<DocumentOptions, "read"> {
  readonly soapHeaders?: string;
  readonly header?: readonly string[];
  readonly username?: string;
  readonly passwordEnv?: string;
  readonly auth?: "basic" | "digest" | "token";
  readonly soapVersion?: "1.1" | "1.2";
  readonly service?: string;
  readonly validation?: ValidationMode;
  readonly read?: string;
  readonly arguments?: string;
  readonly security?: string;
}

export function wsdlOptions({ calls, examines, timeout }: SharedCommand): readonly Option[] {
  const service = new Option("--service <name>", "the service, where the WSDL has several (default: all)");
  return [
    ...(examines ? readOptions() : []),
    ...(calls ? clientOptions(timeout) : [service]),
    ...withLoadOptions(new Command()).options,
  ];
}

function readOptions(): Option[] {
  return [
    new Option("--read <operation>", "call this operation once, which has to be one that only reads"),
    new Option("--arguments <json>", "its arguments, as the generated method takes them: '{\"Id\": 7}'"),
  ];
}

function clientOptions(timeout = "longest time for the response"): Option[] {
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
    new Option("--security <file>", "JSON with credentials for the policy of the WSDL, or more: docs/security.md"),
    new Option(
      "--header <text>",
      "HTTP header, as 'Name: value'; a variable of the environment in it is in braces after a dollar sign",
    ).argParser(several),
    new Option("--soap-headers <file>", "header blocks as JSON, by their names; - for standard input"),
    validationOption(),
  ];
  return commonOptions("address of the service (default: the one in the WSDL)", timeout, own);
}

function validationOption(): Option {
  return new Option(
    "--validation <level>",
    "how a response that departs from the WSDL is read: refused by strict, with texts in place of values by lenient (default: standard)",
  ).choices(["strict", "standard", "lenient"]);
}
