/** Names derived from the name of a service or of a class. */
import { upperFirst } from "./identifiers";

/** `OrderServiceV3` -> `ORDER_SERVICE_V3`. */
export function constantCase(name: string): string {
  return words(name).join("_").toUpperCase();
}

/** `OrderService` -> `order-service`. */
export function kebabCase(name: string): string {
  return words(name).join("-").toLowerCase();
}

function words(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** The function that creates a client. */
export function factoryName(className: string): string {
  return `create${upperFirst(className)}`;
}

/** The type of a client's options. */
export function optionsName(className: string): string {
  return `${className}Options`;
}

/** The type of a client's credentials. */
export function credentialsName(className: string): string {
  return `${className}Credentials`;
}

/** The interface of a client's methods. */
export function apiName(className: string): string {
  return `${className}Api`;
}

/** The interface of a client's methods that stream. */
export function streamApiName(className: string): string {
  return `${className}StreamApi`;
}

/** The exports beside generated types, which types must not be named like. */
export function namesBeside(className: string): readonly string[] {
  return [
    className,
    `${className}Headers`,
    apiName(className),
    streamApiName(className),
    credentialsName(className),
    factoryName(className),
    optionsName(className),
  ];
}
