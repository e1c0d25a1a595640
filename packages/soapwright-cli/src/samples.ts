/**
 * The entry point `soapwright-cli/samples`: what the commands run that make values of a WSDL's types. It loads the codecs
 * and what makes instances, and no transport.
 */

export { type CollectionOptions, collection } from "./wsdl/collection/collection";
export { jsonSchema } from "./wsdl/json-schema/json-schema";
export { type OperationSamples, samplesOf } from "./wsdl/json-schema/samples";
export { type SampleOptions, sample } from "./wsdl/sample/sample";
