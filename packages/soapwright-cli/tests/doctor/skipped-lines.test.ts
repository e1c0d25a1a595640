/** Tests `doctor/diagnosis` and `doctor/diagnosis-text` by themselves: no entry point shows them whole. */
import { type Check, type CheckName, type Skip, skipAfter } from "../../src/doctor/diagnosis";
import { CheckLines } from "../../src/doctor/diagnosis-text";

const skipped = (name: CheckName, skip: Skip): Check => ({
  name,
  ...skip,
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
    skipped("tls", { reason: "plain-http", message: "The address is plain http:." }),
    skipped("http", skipAfter("tcp")),
    skipped("clock", { reason: "no-response", message: "The service did not respond." }),
    skipped("contract", skipAfter("tcp")),
  );
  expect(text.split("\n")).toEqual([
    "  skipped  tls            The address is plain http:.",
    "  skipped  http, clock, contract: They are not made, because the check of tcp failed.",
    "",
  ]);
});

test("checks of one reason are one line", () => {
  const message = "The client sends its requests over a transport of its own.";
  const own: Skip = { reason: "own-transport", message };
  expect(linesOf(skipped("dns", own), skipped("tcp", own), skipped("tls", own))).toBe(
    `  skipped  dns, tcp, tls: ${message}\n`,
  );
});
