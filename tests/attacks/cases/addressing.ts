/** WS-Addressing: responses to other messages, repeated and endless blocks, and hostile endpoint references. */
import type { AttackClass, RequestAttack, ResponseAttack } from "../attack";
import { MARKERS } from "../markers";
import { address, bareEnvelope, DECLARATION, http, many, pours, result, SOAP_11, V3 } from "../payloads";

const GIBI = 1024 * 1024 * 1024;
const WSA = "http://www.w3.org/2005/08/addressing";
const WSA4 = "http://schemas.xmlsoap.org/ws/2004/08/addressing";
const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
const options = { addressing: "1.0" } as const;

const block = (local: string, text: string, namespace = WSA): string =>
  `<a:${local} xmlns:a="${namespace}">${text}</a:${local}>`;
const FAULT = "<soap:Fault><faultcode>soap:Server</faultcode><faultstring>Of another.</faultstring></soap:Fault>";

/** Returns the usual response with blocks that contain the MessageID of the request. */
function ends(
  name: string,
  outcome: ResponseAttack["outcome"],
  header: (messageId: string) => string,
  says?: RegExp,
  body = result(address()),
): ResponseAttack {
  return {
    name,
    outcome,
    options,
    serve: (socket, request) => {
      const id = /<wsa:MessageID[^>]*>([^<]*)</.exec(request.body)?.[1] ?? "";
      socket.write(http(DECLARATION + bareEnvelope(body, header(id)), body === FAULT ? "500 X" : "200 OK"));
    },
    ...(says && { says }),
  };
}

/** Returns the usual response with `pieces` in its Header. */
function poured(
  name: string,
  outcome: ResponseAttack["outcome"],
  pieces: () => Iterable<string>,
  says: RegExp,
): ResponseAttack {
  function* inHeader(): Generator<string> {
    const [before, after] = `${DECLARATION}${bareEnvelope(result(address()), "|")}`.split("|");
    yield before!;
    yield* pieces();
    yield after!;
  }
  return { name, outcome, options, serve: pours(inHeader), says };
}

const slow = (attack: ResponseAttack): ResponseAttack => ({
  ...attack,
  slow: true,
  options: { ...options, timeoutMs: 5000, deadlineMs: 6000 },
});
const endless = (local: string, text: Iterable<string>) => [`<a:${local} xmlns:a="${WSA}">`, ...text, `</a:${local}>`];

export const addressing: AttackClass<ResponseAttack> = {
  name: "addressing",
  attacks: [
    ends("wsa-good", "value", (id) => block("RelatesTo", id)),
    ends(
      "wsa-relates-another",
      "ResponseError(envelope)",
      () => block("RelatesTo", "urn:uuid:1"),
      /mixed up responses/,
    ),
    ends(
      "wsa-relates-another-fault",
      "ResponseError(envelope)",
      () => block("RelatesTo", "urn:uuid:1"),
      /mixed up/,
      FAULT,
    ),
    ends("wsa-relates-nothing", "ResponseError(envelope)", () => block("RelatesTo", ""), /mixed up responses/),
    ends(
      "wsa-relates-start-of-ours",
      "ResponseError(envelope)",
      (id) => block("RelatesTo", id.slice(0, -1)),
      /mixed up/,
    ),
    ends(
      "wsa-relates-ours-in-capitals",
      "ResponseError(envelope)",
      (id) => block("RelatesTo", id.toUpperCase()),
      /mixed up/,
    ),
    ends(
      "wsa-relates-9000-others-and-ours",
      "value",
      (id) => block("RelatesTo", "urn:1").repeat(9_000) + block("RelatesTo", id),
    ),
    ends("wsa-relates-by-a-child", "ResponseError(envelope)", (id) => block("RelatesTo", `<x>${id}</x>`), /mixed up/),
    ends(
      "wsa-action-doubled",
      "ResponseError(envelope)",
      (id) => block("RelatesTo", id) + block("Action", "urn:1").repeat(2),
      /Action .* 2 times/,
    ),
    ends(
      "wsa-action-doubled-and-empty",
      "ResponseError(envelope)",
      () => block("Action", "urn:1") + block("Action", ""),
      /2 times/,
    ),
    ends(
      "wsa-action-doubled-under-another-prefix",
      "ResponseError(envelope)",
      () =>
        `${block("Action", "urn:1")}<Action xmlns="${WSA}" xmlns:s="${SOAP_11}" s:mustUnderstand="1">urn:2</Action>`,
      /2 times/,
    ),
    ends("wsa-to-doubled", "ResponseError(envelope)", () => block("To", "urn:1").repeat(1_000), /To .* 1000 times/),
    ends(
      "wsa-two-versions",
      "ResponseError(envelope)",
      (id) => block("RelatesTo", id) + block("Action", "urn:1", WSA4),
      /mix two versions/,
    ),
    ends(
      "wsa-other-version",
      "ResponseError(envelope)",
      (id) => block("RelatesTo", id, WSA4),
      /set addressing: "2004\/08"/,
    ),
    poured(
      "wsa-relates-2MB",
      "ResponseError(limit)",
      () => endless("RelatesTo", many("x", 2 * 1024 * 1024)),
      /1,048,576 characters/,
    ),
    poured(
      "wsa-relates-20k",
      "ResponseError(limit)",
      () => many(block("RelatesTo", "urn:1"), 2 * 1024 * 1024),
      /10,000 elements/,
    ),
    slow(
      poured(
        "wsa-action-1GB",
        "ResponseError(limit)",
        () => endless("Action", many("x", GIBI)),
        /limits\.textLength|characters/,
      ),
    ),
    slow(
      poured(
        "wsa-relates-1GB",
        "ResponseError(limit)",
        () => many(block("RelatesTo", "urn:1"), GIBI),
        /10,000 elements/,
      ),
    ),
    slow(
      poured(
        "wsa-from-elements-1GB",
        "ResponseError(limit)",
        () => endless("From", many("<b/>", GIBI)),
        /10,000 elements/,
      ),
    ),
  ],
};

/** Returns a call that uses a received endpoint reference. */
function referred(
  name: string,
  at: string | undefined,
  callOptions: (url: string) => unknown,
  arrives?: RequestAttack["arrives"],
): RequestAttack {
  return {
    name,
    outcome: at === undefined ? "sent" : "ConfigurationError",
    service: "address",
    options: (url) => ({ baseUrl: "https://service.example", endpoint: url, ...MARKERS, ...options }),
    callOptions,
    ...(at !== undefined && { at }),
    ...(arrives && { arrives }),
  };
}

const to = (name: string, endpoint: (url: string) => string): RequestAttack =>
  referred(name, "endpoint", (url) => ({ endpoint: endpoint(url) }));

const parameter = (name: string, namespace: string, local: string): RequestAttack =>
  referred(name, "referenceParameters[0]", () => ({
    referenceParameters: [{ name: { namespace, local }, attributes: [], children: ["forged"] }],
  }));

export const endpointReferences: AttackClass<RequestAttack> = {
  name: "endpoint references",
  attacks: [
    referred("epr-same-origin", undefined, (url) => ({ endpoint: `${url}/further` })),
    to("epr-other-origin", () => "https://elsewhere.example/service"),
    to("epr-other-port", (url) => url.replace(/:\d+/, ":9")),
    to("epr-other-scheme", (url) => url.replace("http:", "https:")),
    to("epr-name-of-loopback", (url) => url.replace("127.0.0.1", "localhost")),
    to("epr-origin-as-user", (url) => `${new URL(url).origin}@elsewhere.example/`),
    to("epr-backslash", (url) => `${new URL(url).origin}\\@elsewhere.example/`),
    to("epr-file", () => "file:///etc/passwd"),
    to("epr-data", () => "data:text/xml,x"),
    to("epr-without-scheme", () => "//elsewhere.example/"),
    to("epr-line-break", (url) => `${url}\r\nX-Forged: 1`),
    parameter("reference-Action", WSA, "Action"),
    parameter("reference-To", WSA, "To"),
    parameter("reference-RelatesTo", WSA, "RelatesTo"),
    parameter("reference-ReplyTo-2004", WSA4, "ReplyTo"),
    parameter("reference-Security", WSSE, "Security"),
    parameter("reference-SOAP", SOAP_11, "Body"),
    parameter("reference-of-the-operation", V3, "AuthHeaderWithDomain"),
    referred("reference-no-name", "referenceParameters[0].name", () => ({
      referenceParameters: [{ name: { namespace: "urn:x", local: "a><b" }, attributes: [], children: [] }],
    })),
    referred("reference-no-element", "referenceParameters[0]", () => ({ referenceParameters: ["<a/>"] })),
    referred(
      "reference-of-markup",
      undefined,
      () => ({
        referenceParameters: [
          { name: { namespace: "urn:x", local: "Session" }, attributes: [], children: ["</x><Action/>"] },
        ],
      }),
      { Session: "</x><Action/>" },
    ),
  ],
};
