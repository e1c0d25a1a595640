/** The entry point `soapwright-node-soap`: node-soap as the writer of a client's envelopes. */
export { nodeSoap } from "./node-soap";
