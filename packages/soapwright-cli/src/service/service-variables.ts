/** Environment variables of a service's command, beside those of its clients' options. */
import type { ServiceCommand } from "./service-command";

/** Credentials that are no secrets, and say for whom the assistant calls: `--domain`. */
export function openCredentials({ versions }: ServiceCommand): ReadonlyMap<string, string> {
  return new Map(
    versions.flatMap(({ header, variables }) =>
      (header?.children ?? []).flatMap(({ option, secret }) => {
        const variable = variables[option];
        return secret || variable === undefined ? [] : [[option, variable] as const];
      }),
    ),
  );
}

/**
 * The token is in a variable, because every user of the machine can read a command line. Its name has the whole name
 * of the product, so that the gateways of `my-orders` and `my-stock` have a token each.
 */
export const tokenVariable = ({ product }: ServiceCommand) =>
  `${product.name.replace(/\W+|_+/g, "_").toUpperCase()}_GATEWAY_TOKEN`;
