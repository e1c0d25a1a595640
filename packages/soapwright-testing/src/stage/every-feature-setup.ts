/** Setup of jest under EVERY_FEATURE=1: each client that a suite makes gets every feature and every limit beside its own. */
import { join } from "node:path";
import { handInBeside, withBeside } from "./beside";
import { everyFeature } from "./every-feature";

const serviceClient = join(__dirname, "../../../soapwright-runtime/src/client/service-client.ts");

jest.doMock(serviceClient, () => {
  const actual = jest.requireActual(serviceClient);
  class ServiceClient extends actual.ServiceClient {
    /** A client of `with` is made of the state of its first client, which has everything already. */
    constructor(service: { readonly operations?: unknown }, options: object = {}, features?: readonly unknown[]) {
      super(service, service.operations === undefined ? options : withBeside(options), features);
    }
  }
  return { ...actual, ServiceClient };
});

beforeEach(() => handInBeside(everyFeature()));
