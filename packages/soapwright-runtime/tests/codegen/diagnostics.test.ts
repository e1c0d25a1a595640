/** Tests `printable` by itself: no entry point shows it whole. */
import { formatDiagnostic } from "soapwright-contract";
import { printable } from "../../src/text/printable";

test("a diagnostic prints place, severity, message, name and hint on one line", () => {
  const printed = formatDiagnostic({
    severity: "error",
    reason: "attribute-declared-twice",
    position: { file: "a.wsdl", line: 3, column: 7 },
    message: "attribute declared twice",
    name: { namespace: "urn:a", local: "b" },
    hint: "remove one",
  });
  expect(printed).toBe("a.wsdl:3:7: error: attribute declared twice ({urn:a}b). Remove one.");
});

test("what a terminal would obey or reorder is shown as an escape", () => {
  expect(printable("a\u001b[31m\n\u202eb\u2028\u200f\ud800é日")).toBe(
    "a\\u001b[31m\\n\\u202eb\\u2028\\u200f\\ud800é日",
  );
});
