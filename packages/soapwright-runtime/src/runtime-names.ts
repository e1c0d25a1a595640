/** Names that identify the run time in a process, independent of the service. */

/** The project's name: the scope of spans and metrics, and the prefix of channel names. */
export const NAME = "soapwright";

/** The key of the brand on every error, shared by all copies of the package. */
export const ERROR_BRAND: unique symbol = Symbol.for(`${NAME}.error`) as typeof ERROR_BRAND;

export const CALL_CHANNEL = `${NAME}:call`;
export const ATTEMPT_CHANNEL = `${NAME}:attempt`;
export const CREDENTIAL_CHANNEL = `${NAME}:credential`;

/**
 * The registry of process-wide interceptors, shared by all copies of the run time. The number is the version of its
 * format.
 */
export const INSTALLED = Symbol.for(`${NAME}.interceptors.1`);
