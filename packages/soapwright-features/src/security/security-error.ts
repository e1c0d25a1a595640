import { ConfigurationError } from "soapwright-runtime/errors";

/** Returns the error of `option`. */
export function wrong(option: string, message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError(message, { reason: "security-option", option, cause });
}
