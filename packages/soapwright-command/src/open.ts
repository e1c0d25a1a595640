/** The entry point `soapwright-command/open`: any WSDL as a client or a service, without generated code. */

export { OpenProblem, type OpenWsdlOptions } from "./wsdl/loaded-services";
export {
  type MockedService,
  type MockOptions,
  type MockPlace,
  MockProblem,
  mockService,
} from "./wsdl/mock/mock-service";
export {
  OpenedClient,
  type OpenedMethod,
  type OpenedService,
  type OpenedStream,
  type OpenOptions,
  openService,
  operationOf,
} from "./wsdl/open-service";
