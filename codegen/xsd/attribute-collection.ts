/** Section 3.4.2: the attribute uses of a type or group, with the groups it refers to still unread. */
import type { AttributeUse, AttributeWildcard } from "./components";
import type { AttributeGroupDefinition } from "./registry";

export interface PendingAttributes {
  readonly uses: readonly (AttributeUse | AttributeGroupDefinition)[];
  readonly wildcard?: AttributeWildcard;
}
