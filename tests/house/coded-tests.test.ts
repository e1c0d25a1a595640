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

/** Codes that no test names yet. Where their errors have tests, these compare texts. */
const BY_TEXT: ReadonlySet<string> = new Set(
  `
policy-not-met time-limit-of-checks addressing-block-twice addressing-versions-mixed reply-address reply-elsewhere reference-is-header
no-action addressing-off reference-is-own-block reference-parameter reference-parameters shared-rate-failed
fairness-failed tenant-limit rate-differs redis-rate-option security-option cached-operation-unknown
credentials-unusable path-twice path-invalid safe-operation-unknown status-invalid gateway-cannot-listen
gateway-port-in-use gateway-open security-object security-object-option credential-function-failed client-closed
no-node-soap operation-unknown credential-missing credential-unknown credential-expiry credential-unusable
origin-has-path tls-beside-transport origin-not-allowed error-kind-unknown error-kind-failed given-code-failed
feature-not-there feature-twice feature-version features-rival given-method-result given-method-failed
interceptor-failed http-header-reserved http-header-name option-unknown option-value namespace-invalid
connection-option-beside-transport endpoint-needed safe-operation-not-there auth-without-function tls-unusable certificates-always-checked
tables-need-code policy-unmet policy-unsupported option-of-client variable-soap-version version-unknown
soap-object-failed http-header-value security-header-reserved security-header-name extra-headers-xml extra-headers
header-value header-unknown address-insecure request-over-transport proxy-address kept-element-unknown
recorded-call-unknown recordings-folder recording upstream-query result-value result-json
sandbox-cannot-listen sandbox-url handler-unknown trouble-field sandbox-data endpoint-reference
reference-address stream-failed stream-read-twice type-unknown request-too-large stream-not-repeatable
document-argument breaker-open speaks-tls speaks-no-tls host-unknown
client-certificate response-length no-http connection-lost transport-failed timeout-connect
timeout-attempt timeout-deadline timeout-consumer timeout-signal examination-stopped attachments-left
closed-while-idle closed-by-force stream-left queue-full status-unreadable prefix-not-signed
timestamp-missing inputs-changed export-locked journal-differs table-differs
storage-failed storage-unreachable service-refuses service-unavailable export-option addressing-refused
addressing-required certificate-not-yet-valid contract-compatible more-differences own-wsdl proxy-credentials
security-refused soap-version-missing tls-failed service-silent not-examined proxy-connects
proxy-resolves no-read read-not-sent not-connected no-date nothing-read
namespace-not-shown path-unreadable file-unreadable stdin-terminal stdin-too-large stdin-empty
network-too-slow document-too-slow fetch-status redirects-too-many remote-too-large redirect-malformed
redirect-scheme redirect-unencrypted local-from-remote address-outside zip-unreadable zip-too-large
zip-outside zip-without-wsdl zip-several no-service service-not-chosen service-unknown
opened-operation-unknown live-too-large live-too-many-elements live-unreadable part-type-in-document chosen-name-taken
class-name-of-several payload-differs catalog-redirect catalog-document-unpublished catalog-document-not-text catalog-document-html
catalog-document-not-xml catalog-document-root catalog-document-namespace catalog-digest-unknown catalog-digest-differs catalog-file-irregular
catalog-folder-unwritable catalog-not-extensible sample-impossible output-unwritable watch-failed watching
next-step mock-address mock-page mock-no-handler gateway-credentials-accepted gateway-credentials-refused
gateway-credentials-unusable gateway-credentials-read gateway-credentials-not-read gateway-page gateway-openapi gateway-metrics
safe-idle tools-long tools-offered tools-left-out tools-hint tools-served
tools-log check-waiting mock-no-service request-impossible
`
    .trim()
    .split(/\s+/),
);

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

const isNamed = ({ reason }: { readonly reason: string }): boolean =>
  tests.some((text) => text.includes(`"${reason}"`));

test("each reason is named by a test, or has a cause here", () => {
  const isListed = (reason: string): boolean => Object.hasOwn(UNPROVOKED, reason) || BY_TEXT.has(reason);
  const unnamed = REASON_DOCS.filter((doc) => !isNamed(doc)).map(({ reason }) => reason);
  expect(unnamed.filter((reason) => !isListed(reason))).toEqual([]);
  // The lists only become shorter.
  expect([...Object.keys(UNPROVOKED), ...BY_TEXT].filter((reason) => !unnamed.includes(reason))).toEqual([]);
});
