import type { ContractView } from "../src/page/contract/contract-page";

export type { ContractView };
export type Service = ContractView["services"][number];
export type Operation = Service["operations"][number];
export type Type = ContractView["types"][number];
export type Member = Operation["input"][number];
/** The place of a type in the list of types, or the name of a built-in type. */
export type TypeReference = NonNullable<Member["type"]>;
/** A line of the list beside the details. */
export interface Entry {
  readonly name: string;
  readonly group: string;
  readonly address: string;
  readonly lower: string;
}
export type Child = string | Node | undefined | null;
