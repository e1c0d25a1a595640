/** What a call has to do with the option `security`, in an ES build: the files of `createSecurity` bring it into a bundle. */
import { ConfigurationError } from "../errors/configuration-error";

type Secured = typeof import("./attempt-security");

let provided: Secured | undefined;

export function secured(): Secured {
  if (provided !== undefined) return provided;
  throw new ConfigurationError(
    'The parts for security are not in this bundle. Make the object of security by createSecurity of "soapwright-runtime/security", or of the same entry point of the package that has your client.',
    { option: "security" },
  );
}

export function provideSecured(parts: Secured): void {
  provided = parts;
}
