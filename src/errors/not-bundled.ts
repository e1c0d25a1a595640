import { ConfigurationError } from "./configuration-error";

/** For a program that was bundled without the entry point of a feature that it needs now. `words`: what the feature is, as a plural. */
export function notBundled(name: "addressing" | "attachments", words: string): ConfigurationError {
  return new ConfigurationError(
    `${words} are not in this bundle. Add import "soapwright-runtime/${name}", or the same entry point of the package that has your client, to the program and bundle it again.`,
    { option: name },
  );
}
