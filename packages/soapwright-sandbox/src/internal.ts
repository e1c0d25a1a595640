/** The entry point `soapwright-runtime/internal/sandbox`: for packages of the same version that are built from this tree. No promise is made of it. */

export type { ContractSource } from "./contract-view/contract";
export { contractFile } from "./contract-view/contract-page";
export { HostedService } from "./hosted-service";
export { lineOfJson, lineOfSyntaxError, stepsOf } from "./json-lines";
export { madeResponse, seedOf } from "./made/made-response";
export { madeResult } from "./made/made-values";
export { wrapMessage } from "./messages";
export { missingValue } from "./missing-value";
export { markOddTexts, surrogateProblem } from "./odd-texts";
export { checkCredential } from "./options";
export { checkRecordings, replayOperations } from "./record/replay";
export { readRegularFile } from "./regular-file";
export { givenResult } from "./results";
export { TableCopy } from "./table-copy";
export { checkHandlers } from "./typed-handlers";
