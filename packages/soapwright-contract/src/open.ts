/** The entry point `soapwright-contract/open`: any WSDL as a client, without generated code. */
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
