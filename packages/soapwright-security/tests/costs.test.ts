/** The cost of a response that was written without a key: it is never more than the cost of reading it once. */

import { watch } from "soapwright-testing/attacks/watched";
import { envelope } from "soapwright-testing/security/envelopes";
import { mutual, signed } from "soapwright-testing/security/signed-responses";
import { sampleOf } from "soapwright-testing/stage/slow";

const WSU = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd";
const EXCLUSIVE = "http://www.w3.org/2001/10/xml-exc-c14n#";
const GOOD = '<Pay xmlns="urn:x"><To>ada</To></Pay>';

/**
 * The longest time that other work of the process waited, and the whole time, in milliseconds of processor time:
 * elapsed time measures how busy the machine is.
 */
async function cost(text: string): Promise<{ held: number; whole: number; message: string }> {
  const { result, watched } = await watch(() =>
    mutual().verify!({ text, operation: "Pay", understood: new Set(), sent: undefined }).then(
      () => "accepted",
      (error: Error) => error.message,
    ),
  );
  return { held: watched.blockedMs, whole: watched.processorMs, message: result };
}

const inHeader = (text: string, blocks: string): string =>
  text.replace("</soap:Header>", () => `${blocks}</soap:Header>`);
const inSignedInfo = (text: string, more: string): string =>
  text.replace("</ds:SignedInfo>", () => `${more}</ds:SignedInfo>`);

const attacks: { readonly [name: string]: (good: string) => string } = {
  "sixty references to header blocks": (good) => {
    const ids = Array.from({ length: 60 }, (_, n) => `r${n}`);
    const rows = "<a>1</a>".repeat(600);
    const blocks = ids.map((id) => `<h:H xmlns:h="urn:h" xmlns:u="${WSU}" u:Id="${id}">${rows}</h:H>`).join("");
    const [reference] = /<ds:Reference [\s\S]*?<\/ds:Reference>/.exec(good)!;
    const more = ids.map((id) => reference!.replace(/URI="[^"]*"/, `URI="#${id}"`)).join("");
    return inSignedInfo(inHeader(good, blocks), more);
  },
  "a Header of 100,000 elements": (good) => inHeader(good, `<h:H xmlns:h="urn:h">${"<a/>".repeat(100_000)}</h:H>`),
  "a Header of 20,000 blocks": (good) => inHeader(good, '<h:H xmlns:h="urn:h"/>'.repeat(20_000)),
  "a KeyInfo of 10 MB": (good) =>
    good.replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, () => `<ds:KeyInfo>${"x".repeat(10_000_000)}</ds:KeyInfo>`),
  "a KeyInfo of many elements": (good) =>
    good.replace(/<ds:KeyInfo>[\s\S]*<\/ds:KeyInfo>/, () => `<ds:KeyInfo>${"<a></a>".repeat(300_000)}</ds:KeyInfo>`),
  "a PrefixList of 200,000": (good) =>
    good.replace(
      `<ds:Transform Algorithm="${EXCLUSIVE}">`,
      () =>
        `<ds:Transform Algorithm="${EXCLUSIVE}"><e:InclusiveNamespaces xmlns:e="${EXCLUSIVE}" PrefixList="${"a ".repeat(200_000)}"/>`,
    ),
  "a Body with ever more prefixes in scope": (good) => {
    const many = Array.from({ length: 900 }, (_, n) => `xmlns:p${n}="urn:${n}"`).join(" ");
    return good.replace(GOOD, () => `<a ${many}>${'<b xmlns:q="urn:q"/>'.repeat(100_000)}</a>`);
  },
  "a Body that is nested": (good) =>
    good.replace(GOOD, () => `${'<p:a xmlns:p="urn:p">'.repeat(500)}${"</p:a>".repeat(500)}`.repeat(40)),
};

test.each(sampleOf(Object.keys(attacks), 3))("%s costs little", async (name) => {
  const wrote = [jest.spyOn(console, "error"), jest.spyOn(console, "warn"), jest.spyOn(process.stderr, "write")];
  const attack = attacks[name]!(await signed(envelope(GOOD)));
  await cost(await signed(envelope(GOOD)));
  const { held, whole, message } = await cost(attack);
  // KeyInfo is ignored, and no signed part was changed.
  if (name === "a KeyInfo of 10 MB") expect(message).toBe("accepted");
  else expect(message).toMatch(/^The response to Pay was not accepted: .*\.$/);
  expect(held).toBeLessThan(500);
  expect(whole).toBeLessThan(3_000);
  for (const spy of wrote) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});
