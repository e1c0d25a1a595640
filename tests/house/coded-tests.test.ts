/** From a code there is one way to its test: a test names it, or a list here says why none does. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { REASON_DOCS } from "../../scripts/write-reasons";

/** What no test can provoke. */
const UNPROVOKED: Readonly<Record<string, string>> = {
  "path-malformed": "XML cannot carry the character that no path has",
  "catalog-not-xml": "the reader of XML reports an error whenever it returns no tree",
  "remote-not-xml": "a document that is refused once is not read again",
  "connection-stale": "the client repeats the request, and nobody sees the error",
  unexpected: "no error is known that no list has",
  "referee-missing": "the package is installed here",
};

const tests = execFileSync(
  "git",
  ["ls-files", "tests/**.ts", "packages/*/tests/**.ts", "packages/soapwright-testing/**.ts"],
  {
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((file) => file !== "" && !file.startsWith("tests/house/"))
  .map((file) => readFileSync(file, "utf8"));

/** A string that is the code, or a line of it: "error tls-failed: The handshake …". */
const isNamed = ({ reason }: { readonly reason: string }): boolean => {
  const named = new RegExp(`"(?:(?:error|warning|note) )?${reason}(?:"|: )`);
  return tests.some((text) => named.test(text));
};

test("each reason is named by a test, or has a cause here", () => {
  const unnamed = REASON_DOCS.filter((doc) => !isNamed(doc)).map(({ reason }) => reason);
  expect(unnamed.sort()).toEqual(Object.keys(UNPROVOKED).sort());
});
