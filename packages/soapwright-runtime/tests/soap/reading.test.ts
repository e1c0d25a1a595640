/** Tests `soap/reading` by itself: no entry point shows which reading a response has. */
import { ResponseError } from "../../src/errors/response-error";
import type { CallFeature, PartsIn } from "../../src/feature";
import { readingOf } from "../../src/soap/reading";

const operation = { name: "Get" };
const verifying: CallFeature = { verify: ({ text }) => Promise.resolve(text) };
const inlined = async (text: string): Promise<string> => text;

function packaging(parts: object | Error): CallFeature {
  const receive = (): PartsIn => {
    if (parts instanceof Error) throw parts;
    return parts as PartsIn;
  };
  return { packaging: { out: undefined, stream: undefined, receive } } as unknown as CallFeature;
}

function read(type: string, features: readonly CallFeature[], status = 200) {
  const head = { status, headers: {}, header: () => type } as unknown as Parameters<typeof readingOf>[0];
  const { of, isInParts } = readingOf(head, type, features, operation);
  return [of, isInParts];
}

test("a response is read whole, held for features that verify it, or with parts behind its envelope", () => {
  expect(read("text/xml", [])).toEqual(["whole", false]);
  expect(read("multipart/related", [])).toEqual(["whole", false]);
  expect(read("text/xml", [packaging({})])).toEqual(["whole", false]);
  expect(read("text/xml", [verifying])).toEqual(["held", false]);
  expect(read("multipart/related", [packaging({})])).toEqual(["multipart", true]);
  expect(read("multipart/related", [verifying, packaging({ inlined })])).toEqual(["held", true]);
});

test("parts that are read as streams cannot be verified before", () => {
  expect(() => read("multipart/related", [verifying, packaging({})])).toThrow(/^The response to Get comes in parts/);
});

test("an error status says more than parts that cannot be read", () => {
  const wrong = new ResponseError("The parts have no boundary.", { reason: "attachment" });
  expect(() => read("multipart/related", [packaging(wrong)])).toThrow(wrong);
  expect(read("multipart/related", [packaging(wrong)], 500)).toEqual(["whole", false]);
  const defect = new RangeError("defect");
  expect(() => read("multipart/related", [packaging(defect)], 500)).toThrow(defect);
});
