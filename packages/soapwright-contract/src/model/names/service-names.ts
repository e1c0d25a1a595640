/** Names that follow from the name of a service, and from that of a class. */
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

/** The function that makes a client. */
export function factoryName(className: string): string {
  return `create${upperFirst(className)}`;
}

/** The type of its options. */
export function optionsName(className: string): string {
  return `${className}Options`;
}

/** The type of the credentials that it takes. */
export function credentialsName(className: string): string {
  return `${className}Credentials`;
}

/** The interface of its methods. */
export function apiName(className: string): string {
  return `${className}Api`;
}

/** The interface of its methods that stream. */
export function streamApiName(className: string): string {
  return `${className}StreamApi`;
}

/** Names that generated types of a version leave alone: they are exported beside them. */
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
