/** Tests `doctor/diagnosis` and `doctor/diagnosis-text` by themselves: no entry point shows them whole. */
import type { Check, CheckName } from "../../src/doctor/diagnosis";
import { CheckLines } from "../../src/doctor/diagnosis-text";

const skipped = (name: CheckName, message: string): Check => ({
  name,
  message,
  outcome: "skipped",
  findings: [],
  elapsedMs: 0,
});

function linesOf(...checks: readonly Check[]): string {
  const lines = new CheckLines((text) => text);
  return checks.map((check) => lines.add(check)).join("") + lines.end();
}

test("a check that is skipped for a reason of its own does not give it to others", () => {
  const text = linesOf(
    skipped("tls", "The address is plain http:."),
    skipped("http", "It is not made, because the check of tcp failed."),
    skipped("clock", "The service did not respond."),
    skipped("contract", "It is not made, because the check of tcp failed."),
  );
  expect(text.split("\n")).toEqual([
    "  skipped  tls            The address is plain http:.",
    "  skipped  http, clock, contract: They are not made, because the check of tcp failed.",
    "",
  ]);
});

test("checks of one reason are one line", () => {
  const own = "The client sends its requests over a transport of its own.";
  expect(linesOf(skipped("dns", own), skipped("tcp", own), skipped("tls", own))).toBe(
    `  skipped  dns, tcp, tls: ${own}\n`,
  );
});
