/** The entry point `soapwright-contract/open`: any WSDL as a client, without generated code. */
export { type OpenedService, openedClient, openService, operationOf } from "./open/open-service";
