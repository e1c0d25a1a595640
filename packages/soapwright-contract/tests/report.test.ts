/** Tests `open/report` by itself: no entry point shows it whole. */
import { Report } from "../src/open/report";

test("notes and errors of a service are one line each, without controls", () => {
  const text = "urn:\nGet: 500: forged line\u202e\u009b2J";
  for (const options of [{}, { json: true }]) {
    const lines: string[] = [];
    const report = new Report({ out() {}, err: (line) => void lines.push(line), isTerminal: false }, options);
    report.note("mock-exchange", text);
    report.error("usage", text);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^[^\n\u202e\u009b]+\n$/);
  }
});
