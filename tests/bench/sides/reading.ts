/** The parts of the reading half that the side `ours-decode` measures, made into one file as the package is. */
export { service } from "../../../generated/v3/schemas";
export { Codec } from "../../../src/schema/codec";
export { Secrets } from "../../../src/soap/mask";
export { ResponsePlan, SOAP_TERMS } from "../../../src/soap/operation-plan";
export { ResponseReader } from "../../../src/soap/response-reader";
export { ReaderPlan } from "../../../src/xml/namespaces";
