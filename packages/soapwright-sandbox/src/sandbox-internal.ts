/** Entry point `soapwright-runtime/internal/sandbox`, for packages of this tree in the same version; unstable. */

export { readRegularFile } from "soapwright-contract";
export { checkCredential } from "./checked-object";
export { type ContractSource, contractFile } from "./contract-view/contract-page";
export { HostedService } from "./hosted-service";
export { escapeInvalidCharacters, surrogateProblem } from "./invalid-characters";
export { lineOfJson, lineOfSyntaxError, stepsOf } from "./json-lines";
export { missingValue } from "./missing-value";
export { checkRecordings, recordedCalls, replayOperations } from "./record/replay";
export { configuredResult } from "./results";
export { indented } from "./sample-envelope";
export { generateResponse, generateResult, seedOf } from "./sample-values/made-values";
export { wrapMessage } from "./sandbox-messages";
export { TableCopy } from "./table-copy";
export { checkHandlers } from "./typed-handlers";
