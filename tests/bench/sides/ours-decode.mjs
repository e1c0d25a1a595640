// The reading half of the built package: from the bytes of a response, in the portions of a socket, to the result.
import { requireFromRoot } from "../rivals.mjs";

const { Codec, ReaderPlan, ResponsePlan, ResponseReader, Secrets, SOAP_TERMS, service } =
  requireFromRoot("./reports/bench/reading.js");

const portion = 65_536;
const type = "text/xml; charset=utf-8";
const head = {
  status: 200,
  headers: { "content-type": type },
  header: (name) => (name === "content-type" ? type : undefined),
};

export async function open() {
  const [operation] = service.operations;
  const plan = new ResponsePlan(operation, new Codec({ validation: "standard" }), SOAP_TERMS["1.1"], (name) => name);
  const terms = { plan, reading: new ReaderPlan(), secrets: new Secrets(), keptText: 0, onItem: undefined };
  return {
    decode(bytes) {
      const reader = new ResponseReader(terms, head);
      for (let at = 0; at < bytes.length; at += portion) reader.bytes(bytes.subarray(at, at + portion));
      return reader.end();
    },
  };
}
