/** The parts of the reading half that the side `ours-decode` measures, made into one file as the package is. */

export { Codec, ReaderPlan } from "soapwright-runtime";
export { ResponsePlan, ResponseReader, Secrets, SOAP_TERMS } from "soapwright-runtime/internal";
export { service } from "../../../generated/v3/schemas";
