// The reading half of the built package alone: bytes of an answer, in the portions that a socket gives, to the result.
import { requireFromRoot } from "../rivals.mjs";

const { room } = requireFromRoot("./dist/library.js");
const { Answer } = room("src/soap/answer");
const { AnswerPlan } = room("src/soap/answer-plan");
const { SOAP_TERMS } = room("src/soap/soap-version");
const { Codec } = room("src/schema/codec");
const { ReaderPlan } = room("src/xml/reader-options");
const { service } = room("generated/v3/schemas");

const portion = 65_536;
const type = "text/xml; charset=utf-8";
const head = {
  status: 200,
  headers: { "content-type": type },
  header: (name) => (name === "content-type" ? type : undefined),
};

export async function open() {
  const [operation] = service.operations;
  const plan = new AnswerPlan(operation, new Codec({ validation: "standard" }), SOAP_TERMS["1.1"], (name) => name);
  const call = { plan, reading: new ReaderPlan(), mask: (text) => text, keepText: false, stream: undefined };
  return {
    decode(bytes) {
      const answer = new Answer(call);
      answer.head(head);
      for (let at = 0; at < bytes.length; at += portion) answer.bytes(bytes.subarray(at, at + portion));
      answer.end();
      return answer.result;
    },
  };
}
