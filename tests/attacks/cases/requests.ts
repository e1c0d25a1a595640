/** Arguments of a caller: they are refused before anything is sent, or received exactly. */
import type { AttackClass, Outcome, RequestAttack } from "../attack";
import { MARKERS } from "../markers";

/** Returns a valid order. */
const order = (fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  Text: "x",
  Count: 1,
  Flag: true,
  Kind: "Home",
  Amount: "1.5",
  When: "2026-01-02T03:04:05Z",
  Big: 1n,
  Ratio: 0.5,
  ...fields,
});

const refused = (field: string, rows: readonly (readonly [name: string, value: unknown])[]): RequestAttack[] =>
  rows.map(([name, value]) => ({
    name,
    outcome: "ArgumentError",
    args: () => order({ [field]: typeof value === "function" && name !== "str-from-function" ? value() : value }),
    at: `Order_Send.${field}`,
  }));

const sent = (
  field: string,
  rows: readonly (readonly [name: string, value: unknown, arrives: string])[],
): RequestAttack[] =>
  rows.map(([name, value, arrives]) => ({
    name,
    outcome: "sent",
    args: () => order({ [field]: value }),
    arrives: { [field]: arrives },
  }));

const asIs = (name: string, value: string) => [name, value, value] as const;

function circular(): object {
  const value: Record<string, unknown> = {};
  value.self = value;
  return value;
}

export const simple: readonly AttackClass<RequestAttack>[] = [
  {
    name: "control",
    attacks: [
      {
        name: "req-good",
        outcome: "sent",
        args: () => order(),
        arrives: {
          Text: "x",
          Count: "1",
          Flag: "true",
          Kind: "Home",
          Amount: "1.5",
          Big: "1",
          Ratio: "0.5",
          Note: undefined,
        },
      },
    ],
  },
  {
    name: "string",
    attacks: [
      ...sent("Text", [
        asIs("str-markup", "<b>&amp;</b>"),
        asIs("str-cdata-end", "a]]>b"),
        asIs("str-amp-entities", "&lt;&#65;&x;&"),
        asIs("str-quotes", `"'\`"`),
        asIs("str-cdata-injection", "<![CDATA[</Text><Count>666</Count><Text>]]>"),
        asIs("str-cdata-malformed", "<![CDATA[<broken]]>"),
        asIs("str-comment", "<!-- -- -->"),
        asIs("str-newlines", "a\r\nb\nc\n"),
        asIs("str-cr-only", "a\rb\r"),
        asIs("str-tab", "\ta\t"),
        asIs("str-spaces-outside", "  a  "),
        asIs("str-empty", ""),
        asIs("str-accents", "Ĳsselmeer é 😀"),
        asIs("str-rtl-override", "a\u202eb\u2066"),
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the attack consists of templates.
        asIs("str-template", "${process.env.HOME} {{7*7}} %s"),
        asIs("str-proto-word", "__proto__"),
      ]),
      ...refused("Text", [
        ["str-illegal-01", "a\u0001"],
        ["str-illegal-0b", "\u000b"],
        ["str-illegal-ffff", "\uffff"],
        ["str-illegal-lone-low", "a\udc00"],
        ["str-illegal-swapped", "\udc00\ud800"],
        ["str-from-boolean", true],
        ["str-from-array", ["a", "b"]],
        ["str-from-array-one", ["a"]],
        ["str-from-function", () => "a"],
        ["str-from-bigint", 1n],
        ["str-from-tostring-object", { toString: () => "a" }],
        ["str-from-circular", circular()],
        ["str-from-dollar-value", { $value: "a" }],
      ]),
    ],
  },
  {
    name: "int",
    attacks: [
      ...sent("Count", [["int-min", -2147483648, "-2147483648"]]),
      ...refused("Count", [
        ["int-Infinity", Number.POSITIVE_INFINITY],
        ["int-float", 1.5],
        ["int-over", 2147483648],
        ["int-under", -2147483649],
        ["int-2^53", 2 ** 53],
        ["int-string-12", "12"],
        ["int-string-12abc", "12abc"],
        ["int-string-empty", ""],
        ["int-true", true],
        ["int-null", null],
        ["int-undefined", undefined],
        ["int-Number-object", Object(12)],
        ["int-array", [12]],
        ["int-object", {}],
        ["int-date", new Date(0)],
      ]),
    ],
  },
  {
    name: "boolean",
    attacks: refused("Flag", [
      ["bool-yes", "yes"],
      ["bool-0", 0],
      ["bool-undefined", undefined],
      ["bool-empty", ""],
      ["bool-object", {}],
    ]),
  },
  {
    name: "enumeration",
    attacks: refused("Kind", [
      ["enum-unknown", "Nowhere"],
      ["enum-case", "home"],
      ["enum-markup", "Home</Kind><Kind>Post"],
      ["enum-null", null],
      ["enum-undefined", undefined],
    ]),
  },
  {
    name: "decimal",
    attacks: [
      ...sent("Amount", [asIs("dec-string-exact", "12345678901234567.123456789")]),
      ...refused("Amount", [
        ["dec-1e21", 1e21],
        ["dec-Infinity", Number.POSITIVE_INFINITY],
        ["dec-string-comma", "1,5"],
        ["dec-string-exp", "1e3"],
        ["dec-string-text", "ten"],
        ["dec-null", null],
      ]),
    ],
  },
  {
    name: "dateTime",
    attacks: refused("When", [
      ["dt-text", "yesterday"],
      ["dt-number", 1767225600000],
      ["dt-year-300000", new Date(Number.NaN)],
      ["dt-date-only", "2026-01-02"],
      ["dt-null", null],
      ["dt-empty", ""],
    ]),
  },
  {
    name: "long",
    attacks: [
      ...sent("Big", [["long-bigint-max", 9223372036854775807n, "9223372036854775807"]]),
      ...refused("Big", [
        ["long-unsafe-number", 2 ** 53 + 2],
        ["long-1e21", 1e21],
      ]),
    ],
  },
  { name: "double", attacks: sent("Ratio", [["dbl-NaN", Number.NaN, "NaN"]]) },
];

class Order {
  constructor() {
    Object.assign(this, order());
  }
}

const argument = (
  name: string,
  outcome: Outcome,
  args: () => unknown,
  more: Partial<RequestAttack> = {},
): RequestAttack => ({
  name,
  outcome,
  args,
  ...more,
});
const without = (field: string) => {
  const { [field]: _left, ...rest } = order();
  return rest;
};
const withOwn = (key: string, value: unknown) =>
  Object.defineProperty(order(), key, { value, enumerable: true, configurable: true, writable: true });
const withGetter = (get: () => unknown) => Object.defineProperty(order(), "Count", { get, enumerable: true });

export const argumentObject: AttackClass<RequestAttack> = {
  name: "argument object",
  attacks: [
    argument("obj-missing-required", "ArgumentError", () => without("Count"), { at: "Order_Send.Count" }),
    argument("obj-missing-optional", "sent", () => order(), { arrives: { Note: undefined } }),
    argument("obj-unknown-property", "ArgumentError", () => order({ Extra: 1 }), { at: "Order_Send" }),
    argument("obj-misspelt-property", "ArgumentError", () => order({ note: "x" }), { at: "Order_Send" }),
    argument("obj-own-__proto__", "ArgumentError", () => withOwn("__proto__", { Note: "x" })),
    argument("obj-inherited", "ArgumentError", () => Object.create(order())),
    argument("obj-class-instance", "sent", () => new Order(), { arrives: { Count: "1" } }),
    argument("obj-frozen", "sent", () => Object.freeze(order()), { arrives: { Count: "1" } }),
    argument("obj-getter", "sent", () => withGetter(() => 7), { arrives: { Count: "7" } }),
    argument("obj-getter-throws", "ArgumentError", () =>
      withGetter(() => {
        throw new Error("mine");
      }),
    ),
    argument(
      "obj-getter-changes",
      "sent",
      () => {
        let read = 0;
        return withGetter(() => (read++ === 0 ? 7 : "</Count><Count>666"));
      },
      { arrives: { Count: "7" } },
    ),
    argument("obj-key-injection", "ArgumentError", () => order({ "Note><Count>666</Count><Note": "x" })),
    argument("obj-args-undefined", "ArgumentError", () => undefined),
    argument("obj-args-null", "ArgumentError", () => null),
    argument("obj-args-string", "ArgumentError", () => "x"),
    argument("obj-args-array", "ArgumentError", () => [order()]),
    argument("obj-args-function", "ArgumentError", () => Object.assign(() => undefined, order())),
    argument("obj-$xml-key", "ArgumentError", () => order({ $xml: "<Count>666</Count>" })),
    argument("obj-attributes-key", "ArgumentError", () => order({ attributes: { onload: "x" } })),
    argument("obj-duplicate-by-prefix", "ArgumentError", () => order({ "tns:Count": 666 })),
    argument(
      "obj-polluted-Object.prototype",
      "sent",
      () => {
        Object.defineProperty(Object.prototype, "Note", { value: "polluted", configurable: true, enumerable: true });
        return order();
      },
      { arrives: { Note: undefined } },
    ),
  ],
};

const v21 = (fields: Readonly<Record<string, unknown>>) => (endpoint: string) => ({
  baseUrl: "https://service.example",
  endpoint,
  username: MARKERS.username,
  token: MARKERS.token,
  ...fields,
});
const v3 = (fields: Readonly<Record<string, unknown>>) => (endpoint: string) => ({
  baseUrl: "https://service.example",
  endpoint,
  domain: MARKERS.domain,
  ...fields,
});

const credential = (
  option: "username" | "token" | "domain",
  rows: readonly (readonly [name: string, value: unknown])[],
): RequestAttack[] =>
  rows.map(([name, value]) => ({
    name: `auth-${option}-${name}`,
    outcome: "ConfigurationError",
    service: option === "domain" ? "address" : "costCenter",
    options: (option === "domain" ? v3 : v21)({ [option]: value }),
    at: option,
  }));
const INJECTION = "<![CDATA[</Token><Token>other</Token><Token>]]>";

export const credentials: AttackClass<RequestAttack> = {
  name: "credentials",
  attacks: [
    {
      name: "auth-good",
      outcome: "sent",
      service: "costCenter",
      options: v21({}),
      arrives: { Username: MARKERS.username, Token: MARKERS.token },
    },
    {
      name: "auth-token-cdata-injection",
      outcome: "sent",
      service: "costCenter",
      options: v21({ token: INJECTION }),
      arrives: { Token: INJECTION },
    },
    ...credential("token", [
      ["nul", "a\0b"],
      ["lone-surrogate", "a\ud800"],
      ["empty", ""],
      ["undefined", undefined],
      ["null", null],
      ["object", { $value: "x" }],
      ["array", ["x"]],
    ]),
    ...credential("username", [
      ["empty", ""],
      ["undefined", undefined],
      ["object", { toString: () => "x" }],
      ["spaces", "   "],
      ["crlf", "a\r\nX-Injected: 1"],
    ]),
    ...credential("domain", [
      ["empty", ""],
      ["undefined", undefined],
      ["null", null],
      ["array", ["x"]],
      ["spaces", "   "],
    ]),
  ],
};

const endpoint = (name: string, text: string): RequestAttack => ({
  name: `endpoint-${name}`,
  outcome: "ConfigurationError",
  service: "address",
  options: v3({ endpoint: text }),
  at: "endpoint",
});

export const endpoints: AttackClass<RequestAttack> = {
  name: "endpoint",
  attacks: [
    endpoint("empty", ""),
    endpoint("relative", "/service"),
    endpoint("javascript", "javascript:alert(1)"),
    endpoint("data", "data:text/xml,<a/>"),
    endpoint("ftp", "ftp://127.0.0.1/service"),
    endpoint("userinfo", "https://user:pass@127.0.0.1/service"),
    endpoint("crlf-in-path", "https://127.0.0.1/a\r\nX-Injected: 1"),
    endpoint("space-in-path", "https://127.0.0.1/a b"),
    endpoint("plain-http-remote", "http://service.example/service"),
  ],
};
