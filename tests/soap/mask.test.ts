import { maskAddress, maskEnvelope, maskHeaders } from "../../src/soap/mask";

const LONG = 60_000;

test.each([
  ["a name without a value", `<a b="1" ${"x".repeat(LONG)}>`],
  ["names without values", `<a b="1" ${"x ".repeat(LONG / 2)}>`],
  ["names and equals signs", `<a ${"x=".repeat(LONG / 2)}>`],
  ["values that do not end", `<a ${'x="'.repeat(LONG / 3)}>`],
  ["blanks", `<a b="1" x${" ".repeat(LONG)}>`],
  ["starts", "<".repeat(LONG)],
  ["sections", "<![CDATA[".repeat(LONG / 9)],
])("an envelope is masked in time that grows with it: %s", (_what, text) => {
  const before = process.cpuUsage();
  maskEnvelope(text);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(500);
});

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
