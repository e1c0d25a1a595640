/** Names under which this run time is known in a process, whichever service its clients speak to. */

/** The project's general name: scope of spans and metrics, start of the channels' names. */
export const NAME = "soapwright";

/** The package that generated code imports, unless it is told another. */
export const RUNTIME_PACKAGE = "soapwright-runtime";

/** Key of the mark that every error carries: the same in every copy of the package. */
export const ERROR_BRAND: unique symbol = Symbol.for(`${NAME}.error`) as typeof ERROR_BRAND;

/** `diagnostics_channel` names: of calls, and of the requests that a call makes. */
export const CALL_CHANNEL = `${NAME}:call`;
export const ATTEMPT_CHANNEL = `${NAME}:attempt`;
/** The same, of functions for credentials that were asked. */
export const CREDENTIAL_CHANNEL = `${NAME}:credential`;

/** Where interceptors of every client in the process stand: one place for all copies of this run time. Its number is its form's. */
export const INSTALLED = Symbol.for(`${NAME}.interceptors.1`);
