import { expectLinear } from "soapwright-testing/stage/time";
import { maskAddress, maskEnvelope, maskHeaders } from "../../src/soap/mask";

test.each<[string, (length: number) => string]>([
  ["a name without a value", (length) => `<a b="1" ${"x".repeat(length)}>`],
  ["names without values", (length) => `<a b="1" ${"x ".repeat(length / 2)}>`],
  ["names and equals signs", (length) => `<a ${"x=".repeat(length / 2)}>`],
  ["values that do not end", (length) => `<a ${'x="'.repeat(length / 3)}>`],
  ["blanks", (length) => `<a b="1" x${" ".repeat(length)}>`],
  ["starts", (length) => "<".repeat(length)],
  ["sections", (length) => "<![CDATA[".repeat(length / 9)],
])("an envelope is masked in time that grows with it: %s", (_what, text) =>
  expectLinear((length) => maskEnvelope(text(length)), 60_000),
);

test("of an envelope stay elements and namespaces", () => {
  expect(maskEnvelope(`<a xmlns="urn:a" b = "secret" c='x'>text<b/><!-- secret --><![CDATA[secret]]></a>`)).toBe(
    `<a xmlns="urn:a" b="***" c="***">***<b/>***</a>`,
  );
});

test("of the headers of an answer stay technical values", () => {
  expect(
    maskHeaders({
      "content-type": "text/xml; charset=utf-8",
      "content-length": "12",
      date: "Sat, 21 Nov 2026 12:00:00 GMT",
      connection: "keep-alive",
      "retry-after": "secret",
      "x-echo": "secret",
      "set-cookie": "session=secret",
    }),
  ).toEqual({
    "content-type": "text/xml; charset=utf-8",
    "content-length": "12",
    date: "Sat, 21 Nov 2026 12:00:00 GMT",
    connection: "keep-alive",
    "retry-after": "***",
    "x-echo": "***",
    "set-cookie": "***",
  });
});

test("an address is masked when it has a secret in it, encoded or not", () => {
  const mask = (text: string) => text.replaceAll("s e/cret", "***").replaceAll("hunter22", "***");
  expect(maskAddress("https://h/a%20b/hunter22", mask)).toBe("https://h/a b/***");
  expect(maskAddress("https://h/s%20e%2fcret/%68unter22", mask)).toBe("https://h/***/***");
  expect(maskAddress("https://h/a%20b", mask)).toBe("https://h/a%20b");
});
