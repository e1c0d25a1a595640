/** The parts of the reading half that the side `ours-decode` measures, made into one file as the package is. */
export { service } from "../../../generated/v3/schemas";
export { Codec } from "../../../src/schema/codec";
export { Secrets } from "../../../src/soap/mask";
export { ResponsePlan } from "../../../src/soap/response-plan";
export { ResponseReader } from "../../../src/soap/response-reader";
export { SOAP_TERMS } from "../../../src/soap/soap-version";
export { ReaderPlan } from "../../../src/xml/reader-options";
