/**
 * The entry point `soapwright-sandbox/data`: what a sandbox of one service needs that has data of its own. It checks
 * results, credentials, handlers and recordings at the start, and names the line of a data file.
 */

export { readRegularFile } from "soapwright-contract";
export { lineOfJson, lineOfSyntaxError, stepsOf } from "./record/json-lines";
export { checkRecordings, recordedCalls, replayOperations } from "./record/replay";
export { checkCredential } from "./service/checked-object";
export { type ResultProblem, resultCheck } from "./service/result-problem";
export { configuredResult } from "./service/results";
export { generateResult, seedOf } from "./service/sample-values/made-values";
export { checkHandlers } from "./service/typed-handlers";
