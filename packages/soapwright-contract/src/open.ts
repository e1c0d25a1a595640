/** The entry point `soapwright-contract/open`: WSDLs as models, tables and clients, made in memory, and reports of reading them. */

export { documentationTexts, plain } from "./open/contract-documentation";
export { type Documents, loadDocuments } from "./open/documents";
export { digest, type LoadedModel, loadModel } from "./open/load-model";
export { loadOptions } from "./open/load-options";
export {
  type LoadedService,
  type LoadedServices,
  loadServices,
  OpenProblem,
  type OpenWsdlOptions,
  serviceNamed,
} from "./open/loaded-services";
export {
  OpenedClient,
  type OpenedMethod,
  type OpenedService,
  type OpenedStream,
  type OpenOptions,
  openedClient,
  openService,
  operationOf,
} from "./open/open-service";
export { Progress } from "./open/progress";
export { Report, standardReport, withProgress } from "./open/report";
export { problemLines, reported } from "./open/reported";
