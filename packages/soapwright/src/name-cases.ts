/** Names of clients as constants and as names of files and commands. */

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
