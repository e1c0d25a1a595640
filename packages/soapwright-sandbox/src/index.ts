/** The entry point `soapwright-runtime/sandbox`: an embedded service for tests, from the tables of generated code. */

export { readRegularFile } from "soapwright-contract";
export { SandboxFault } from "./asmx/fault";
export { contractFile } from "./page/contract/contract-page";
export { lineOfJson, lineOfSyntaxError, stepsOf } from "./record/json-lines";
export { type Recorder, type RecorderOptions, startRecorder } from "./record/recorder";
export { checkRecordings, recordedCalls, replayOperations } from "./record/replay";
export { checkCredential } from "./service/checked-object";
export { startIssuer } from "./service/issuer";
export { type MockedService, type MockOptions, MockProblem, mockService } from "./service/mock/mock-service";
export { type ResultProblem, resultCheck } from "./service/result-problem";
export { configuredResult } from "./service/results";
export { startServiceSandbox } from "./service/running-sandbox";
export { generateResult, seedOf } from "./service/sample-values/made-values";
export type { HttpBehavior, ServiceSandboxOptions } from "./service/sandbox-options";
export type { ServiceSandbox } from "./service/sandbox-state";
export type { OperationHandler, OtherOperation, ServiceOptions } from "./service/service-options";
export { checkHandlers, type HandlersOf, sandboxService } from "./service/typed-handlers";
export type { ServiceSignIn } from "./sign-in/service-sign-in";
export type { Trouble } from "./trouble/trouble";
