/**
 * The entry point `soapwright-sandbox/data`: what a sandbox of one service needs that has data of its own. It checks
 * results, credentials, handlers and recordings at the start, and names the line of a data file.
 */

export { readRegularFile } from "soapwright-contract";
export { checkCredential } from "./checked-object";
export { lineOfJson, lineOfSyntaxError, stepsOf } from "./json-lines";
export { checkRecordings, recordedCalls, replayOperations } from "./record/replay";
export { type ResultProblem, resultCheck } from "./result-problem";
export { configuredResult } from "./results";
export { generateResult, seedOf } from "./sample-values/made-values";
export { checkHandlers } from "./typed-handlers";
