/** The reading half that the side `ours-decode` measures, bundled into one file as the package is. */

export { Codec, SOAP_TERMS } from "soapwright-runtime/codecs";
export { Secrets } from "soapwright-runtime/extend";
export { service } from "../../../generated/v3/schemas";
export { ResponsePlan } from "../../../packages/soapwright-runtime/src/soap/operation-plan";
export { ResponseReader } from "../../../packages/soapwright-runtime/src/soap/response-reader";
export { ReaderPlan } from "../../../packages/soapwright-runtime/src/xml/xml-namespaces";
