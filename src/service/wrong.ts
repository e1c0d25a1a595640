import { ConfigurationError } from "soapwright-runtime";

export function wrong(option: string, complaint: string, wanted: string, cause?: unknown): ConfigurationError {
  const subject = (name: string): string => (name === option ? `The option ${option}` : name);
  return new ConfigurationError((name) => `${subject(name(option))} ${complaint}. It must be ${wanted}.`, {
    option,
    cause,
  });
}
