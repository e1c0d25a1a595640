import type { ErrorSentence } from "./error-message";
import type { ReasonOf } from "./reasons";
import { hasCode, ServiceError, type ServiceErrorOptions } from "./service-error";

/**
 * An option or a credential is wrong or missing. Thrown when a client is created. A call rejects with it if a required
 * credential is missing, or if the function that returns it fails. Nothing was sent.
 */
export class ConfigurationError extends ServiceError {
  override readonly name = "ConfigurationError";
  readonly code = "CONFIGURATION";
  declare readonly reason: ReasonOf<"CONFIGURATION">;
  /**
   * The option to change, for example `baseUrl`, or the method or function that was used wrongly, for example `close`.
   */
  readonly option: string;

  constructor(
    message: ErrorSentence,
    options: ServiceErrorOptions & Pick<ConfigurationError, "option"> & Partial<Pick<ConfigurationError, "reason">>,
  ) {
    super(message, options, {
      reason: options.reason ?? "configuration",
      kind: "configuration",
      advice: [{ action: "set", option: options.option }],
    });
    this.option = options.option;
  }
}

/** Returns whether `error` is a `ConfigurationError` of any copy of this package. */
export function isConfigurationError(error: unknown): error is ConfigurationError {
  return hasCode(error, "CONFIGURATION");
}
