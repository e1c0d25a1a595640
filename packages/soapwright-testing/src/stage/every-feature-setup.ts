/**
 * The jest setup for EVERY_FEATURE=1: each client of a suite gets every feature and every limit in addition to its own.
 */
import { join } from "node:path";
import { everyFeature } from "./every-feature";
import { setSuiteOptions, withSuiteOptions } from "./suite-options";

const serviceClient = join(__dirname, "../../../soapwright-runtime/src/client/service-client.ts");

jest.doMock(serviceClient, () => {
  const actual = jest.requireActual(serviceClient);
  class ServiceClient extends actual.ServiceClient {
    /** `with` derives a client from the state of its parent, which has the additional features already. */
    constructor(service: { readonly operations?: unknown }, options: object = {}, features?: readonly unknown[]) {
      super(service, service.operations === undefined ? options : withSuiteOptions(options), features);
    }
  }
  return { ...actual, ServiceClient };
});

beforeEach(() => setSuiteOptions(everyFeature()));
