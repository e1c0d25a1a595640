import { ConfigurationError } from "../errors/configuration-error";
import type { ServiceVersion } from "./version";

/** Environment variables, for example `process.env`. An empty one counts as not set. */
export type Environment = Readonly<{ [name: string]: string | undefined }>;

/** Throws a `ConfigurationError` that names a variable that is missing or wrong. */
export function readEnvironment<O>(versions: readonly ServiceVersion[], name: string, environment: Environment): O {
  const version = versions.find((candidate) => candidate.name === name);
  if (version === undefined) {
    const names = versions.map((each) => `"${each.name}"`);
    const list = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(names);
    throw new ConfigurationError(`The version must be ${list}.`, { reason: "version-unknown", option: "version" });
  }
  const { header, variables } = version;
  const children = (header?.children ?? []).filter(({ required }) => required);
  const required = ["baseUrl", ...children.map(({ option }) => option)];
  const options: { [option: string]: string } = {};
  for (const [option, variable] of Object.entries(variables)) {
    const value = environment[variable];
    if (value !== undefined && value !== "") options[option] = value;
    else if (required.includes(option)) {
      throw new ConfigurationError(`The option ${option} is missing. Set ${variable}.`, {
        reason: "variable-missing",
        option,
      });
    }
  }
  const { soapVersion } = options;
  if (soapVersion !== undefined && soapVersion !== "1.1" && soapVersion !== "1.2") {
    const message = `The option soapVersion is neither 1.1 nor 1.2. Set ${variables.soapVersion} to one of them.`;
    throw new ConfigurationError(message, { reason: "variable-soap-version", option: "soapVersion" });
  }
  return options as O;
}
