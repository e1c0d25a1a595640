/** Options from environment variables. */
import { ConfigurationError } from "../runtime";

/** Environment variables, as `process.env` has them. An empty one counts as not set. */
export type Environment = Readonly<{ [name: string]: string | undefined }>;

/** Options that each version reads, with their variables. A version reads only what it sends. */
const variables = {
  "v2.1": {
    baseUrl: "EMPLOYEE_SERVICE_BASE_URL",
    namespaceBaseUrl: "EMPLOYEE_SERVICE_NAMESPACE_BASE_URL",
    endpoint: "EMPLOYEE_SERVICE_V21_ENDPOINT",
    namespace: "EMPLOYEE_SERVICE_V21_NAMESPACE",
    soapVersion: "EMPLOYEE_SERVICE_SOAP_VERSION",
    username: "EMPLOYEE_SERVICE_USERNAME",
    token: "EMPLOYEE_SERVICE_TOKEN",
  },
  v3: {
    baseUrl: "EMPLOYEE_SERVICE_BASE_URL",
    namespaceBaseUrl: "EMPLOYEE_SERVICE_NAMESPACE_BASE_URL",
    endpoint: "EMPLOYEE_SERVICE_V3_ENDPOINT",
    namespace: "EMPLOYEE_SERVICE_V3_NAMESPACE",
    soapVersion: "EMPLOYEE_SERVICE_SOAP_VERSION",
    domain: "EMPLOYEE_SERVICE_DOMAIN",
  },
} as const;

const required = ["baseUrl", "username", "token", "domain"];

/** The variables of `version` that are set, by option. Throws `ConfigurationError` naming a variable that is missing or wrong. */
export function readEnvironment(version: "v2.1" | "v3", environment: Environment): { [option: string]: string } {
  const options: { [option: string]: string } = {};
  if (!Object.hasOwn(variables, version)) {
    throw new ConfigurationError('version takes "v2.1" or "v3", but is neither', { option: "version" });
  }
  for (const [option, variable] of Object.entries(variables[version])) {
    const value = environment[variable];
    if (value !== undefined && value !== "") options[option] = value;
    else if (required.includes(option)) {
      throw new ConfigurationError(`option ${option} is missing: set ${variable}`, { option });
    }
  }
  const { soapVersion } = options;
  if (soapVersion !== undefined && soapVersion !== "1.1" && soapVersion !== "1.2") {
    const message = "option soapVersion is neither 1.1 nor 1.2: set EMPLOYEE_SERVICE_SOAP_VERSION to one of them";
    throw new ConfigurationError(message, { option: "soapVersion" });
  }
  return options;
}
