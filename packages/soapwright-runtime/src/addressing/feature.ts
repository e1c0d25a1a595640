/** What the way of a call takes of this folder, where it is addressed. */
export { addressedMessage } from "./addressed-call";
export { readAddressing } from "./addressing-settings";
export { meaningOf } from "./faults";
export { checkReferenceParameters } from "./reference-parameters";
