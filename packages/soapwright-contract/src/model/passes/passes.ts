import type { Model } from "../model";
import type { ModelOptions } from "../model-options";
import { acceptDates } from "./accept-dates";
import { closeEnumerations } from "./close-enumerations";
import { flattenGroups } from "./flatten-groups";
import { labelAlternatives } from "./label-alternatives";
import { loosenChoices } from "./loosen-choices";
import { markDirections } from "./mark-directions";
import { mergeOccurrence } from "./merge-occurrence";
import { nameArguments } from "./name-arguments";
import { nameClients } from "./name-clients";
import { nameProperties } from "./name-properties";
import { nameTypes } from "./name-types";
import { openEnumerations } from "./open-enumerations";
import { requireLists } from "./require-lists";
import { unwrapMessages } from "./unwrap-messages";

type Pass = (model: Model, options: ModelOptions) => Model;

/** In order: later passes depend on earlier passes. */
export const passes: readonly Pass[] = [
  mergeOccurrence,
  flattenGroups,
  markDirections,
  requireLists,
  openEnumerations,
  closeEnumerations,
  acceptDates,
  nameTypes,
  nameProperties,
  labelAlternatives,
  loosenChoices,
  unwrapMessages,
  nameClients,
  nameArguments,
];

/** Returns the model after every pass. */
export function runPasses(model: Model, options: ModelOptions): Model {
  return passes.reduce((current, pass) => pass(current, options), model);
}
