import { madeAnswers } from "./made-answers";

describe("made answers", () => {
  const answers = madeAnswers(400);

  /** Bytes are compared as texts: jest takes milliseconds for the bytes of one response. */
  const seen = (made: typeof answers) => made.map((one) => ({ ...one, body: one.body.toString("latin1") }));

  test("are the same in every run, and others with another seed", () => {
    expect(seen(madeAnswers(400))).toEqual(seen(answers));
    expect(seen(madeAnswers(400, 2))).not.toEqual(seen(answers));
  });

  test("are valid or broken at every kind of place, in both versions of SOAP", () => {
    const kinds = new Set(answers.map(({ name }) => /\((.*)\)/.exec(name)?.[1]));
    expect(kinds.size).toBe(16);
    expect(new Set(answers.map(({ soapVersion }) => soapVersion)).size).toBe(2);
    expect(answers.filter(({ name }) => name.includes("valid"))).toHaveLength(80);
  });

  test("are sent whole, whatever the pieces", () => {
    for (const { body, pieces } of answers) expect(pieces.reduce((sum, each) => sum + each, 0)).toBe(body.length);
  });
});
