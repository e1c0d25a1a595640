/** The entry point `soapwright-sandbox/mock`: any WSDL as a running service, with made values. */
export {
  type MockedService,
  type MockOptions,
  type MockPlace,
  MockProblem,
  mockService,
} from "./service/mock/mock-service";
