import { upperFirst } from "./identifiers";

/** Returns `ORDER_SERVICE_V3` for `OrderServiceV3`. */
export function constantCase(name: string): string {
  return wordsOfName(name).join("_").toUpperCase();
}

/** Returns `order-service` for `OrderService`. */
export function kebabCase(name: string): string {
  return wordsOfName(name).join("-").toLowerCase();
}

function wordsOfName(name: string): string[] {
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

export function apiName(className: string): string {
  return `${className}Api`;
}

export function streamApiName(className: string): string {
  return `${className}StreamApi`;
}

/** Returns the exports beside generated types, whose names types must not have. */
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
