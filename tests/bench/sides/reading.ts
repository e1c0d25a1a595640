/** The parts of the reading half that the side `ours-decode` measures, made into one file as the package is. */
export { service } from "../../../generated/v3/schemas";
export { Codec } from "../../../src/schema/codec";
export { Answer } from "../../../src/soap/answer";
export { AnswerPlan } from "../../../src/soap/answer-plan";
export { SOAP_TERMS } from "../../../src/soap/soap-version";
export { ReaderPlan } from "../../../src/xml/reader-options";
