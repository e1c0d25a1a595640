import { createHash } from "node:crypto";
import { elementsOf, Referee, type RefereeElement } from "soapwright-testing/referee/referee";
import { contract } from "soapwright-testing/wire/contract-facts";
import { wireFile, wireFiles, wsdlOf } from "./files";

const envelopes = {
  soap11: "http://schemas.xmlsoap.org/soap/envelope/",
  soap12: "http://www.w3.org/2003/05/soap-envelope",
};
const invalid = [
  "odd-responses/new-address-type.xml",
  "odd-responses/nil-strings.xml",
  ...(contract.nilItems ? [] : ["odd-responses/nil-list-item.xml"]),
];
const unreadable = ["odd-responses/control-character.xml"];
const extended = ["odd-responses/extra-elements.xml"];
const contractFiles = [...wireFiles("requests"), ...wireFiles("responses")];

let referee: Referee;
beforeAll(() => {
  referee = new Referee();
});
afterAll(() => referee.close());

test("there is a request and a response for each operation in each SOAP version", () => {
  const names = ["address-get-list", "cost-center-get-current"].flatMap((name) => [
    `${name}.soap11.xml`,
    `${name}.soap12.xml`,
  ]);
  expect(wireFiles("requests")).toEqual(names.map((name) => `requests/${name}`));
  expect(wireFiles("responses")).toEqual(names.map((name) => `responses/${name}`));
});

test.each(contractFiles)("%s is valid against the schema of its WSDL", async (path) => {
  const message = wireFile(path);
  await expect(referee.envelopeProblems(wsdlOf(message), message)).resolves.toEqual([]);
});

test.each(wireFiles("requests"))("%s has the envelope that the contract shows", async (path) => {
  const message = wireFile(path);
  const version = path.includes("soap12") ? "soap12" : "soap11";
  const envelope = await referee.parse(message);
  const prefix = version === "soap12" ? "soap12" : "soap";
  expect(envelope).toMatchObject({ namespace: envelopes[version], local: "Envelope", prefix });
  expect(envelope.declarations).toEqual({
    [prefix]: envelopes[version],
    xsi: "http://www.w3.org/2001/XMLSchema-instance",
    xsd: "http://www.w3.org/2001/XMLSchema",
  });
  expect(elementsOf(envelope).map(({ local }) => local)).toEqual(["Header", "Body"]);
  expect(everyElement(envelope).filter(({ namespace }) => namespace === "")).toEqual([]);
});

test.each(wireFiles("odd-responses").filter((path) => ![...invalid, ...unreadable, ...extended].includes(path)))(
  "%s is well-formed and valid",
  async (path) => {
    const message = wireFile(path);
    const hasPayload = !path.includes("fault");
    if (hasPayload) await expect(referee.envelopeProblems(wsdlOf(message), message)).resolves.toEqual([]);
    else await expect(referee.parse(message)).resolves.toMatchObject({ local: "Envelope" });
  },
);

test.each([...invalid, ...extended])("%s is well-formed and not valid, on purpose", async (path) => {
  const message = wireFile(path);
  await expect(referee.envelopeProblems(wsdlOf(message), message)).resolves.not.toEqual([]);
});

test.each(unreadable)("%s is not XML, on purpose", async (path) => {
  await expect(referee.parse(wireFile(path))).rejects.toThrow(/xmlParseCharRef: invalid xmlChar value 1/);
});

describe("a changed byte is noticed", () => {
  test.each(contractFiles)("in the markup of %s", async (path) => {
    const message = wireFile(path);
    const verdicts = await Promise.all(tagLetters(message).map((index) => verdict(changed(message, index))));
    expect(verdicts.length).toBeGreaterThanOrEqual(20);
    expect(verdicts.filter((problems) => problems.length === 0)).toEqual([]);
  });

  test("anywhere, by its checksum in SHA256SUMS", () => {
    const written = wireFile("SHA256SUMS").toString("utf8").trim().split("\n");
    const found = [...contractFiles, ...wireFiles("odd-responses")].map((path) => {
      return `${createHash("sha256").update(wireFile(path)).digest("hex")}  ${path}`;
    });
    expect(found.sort()).toEqual(written.sort());
  });

  async function verdict(message: Buffer): Promise<string[]> {
    try {
      return await referee.envelopeProblems(wsdlOf(message), message);
    } catch (error) {
      return [String(error)];
    }
  }
});

/** Returns the positions of the letters of the element names below Header and Body. */
function tagLetters(message: Buffer): number[] {
  const text = message.toString("latin1");
  const body = text.indexOf("Header>") > 0 ? text.indexOf("Header>") : text.indexOf("Body>");
  return [...text.matchAll(/(?<=<\/?)[A-Za-z_]+(?=[ >])/g)]
    .filter(({ index }) => index > body)
    .flatMap(({ index, 0: name }) => [index, index + name.length - 1]);
}

function changed(message: Buffer, index: number): Buffer {
  const copy = Buffer.from(message);
  copy[index] = copy[index] === 0x78 ? 0x79 : 0x78;
  return copy;
}

function everyElement(element: RefereeElement): RefereeElement[] {
  return [element, ...elementsOf(element).flatMap(everyElement)];
}
