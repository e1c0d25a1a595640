/** The parts of a SOAP 1.2 fault beside its code: all languages of its reason, and its header blocks. */

import { ENVELOPE } from "soapwright-testing/client/shelf";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { isFaultError } from "../../src";
import type { Fault } from "../../src/errors/fault-error";

endAfterEach();

const SOAP_12 = ENVELOPE["1.2"];

async function faultOf(version: "1.1" | "1.2", header: string, fault: string): Promise<Fault<unknown>> {
  const xml = `<e:Envelope xmlns:e="${ENVELOPE[version]}" xmlns:n="urn:n"><e:Header>${header}</e:Header><e:Body>${fault}</e:Body></e:Envelope>`;
  const { url } = await serve((socket) => socket.write(answer(xml, "500 X")));
  const error = await rejection(open({ endpoint: url, soapVersion: version }).getBooks({ ShelfId: 1 }));
  if (!isFaultError(error)) throw error;
  return error.fault;
}

const fault12 = (code: string, reasons: string): string =>
  `<e:Fault><e:Code><e:Value>e:${code}</e:Value></e:Code><e:Reason>${reasons}</e:Reason></e:Fault>`;

test("every language of the reason is kept, the first one is the reason", async () => {
  const texts = '<e:Text xml:lang="nl">Nee</e:Text><e:Text xml:lang="en-GB">No</e:Text><e:Text>?</e:Text>';
  expect(await faultOf("1.2", "", fault12("Sender", texts))).toMatchObject({
    reason: "Nee",
    reasons: [
      { lang: "nl", text: "Nee" },
      { lang: "en-GB", text: "No" },
      { lang: undefined, text: "?" },
    ],
  });
});

test("header blocks that were not understood are named, with prefixes of their own too", async () => {
  const blocks = '<e:NotUnderstood qname="n:A"/><e:NotUnderstood qname="m:B" xmlns:m="urn:m"/><e:NotUnderstood/>';
  expect(await faultOf("1.2", blocks, fault12("MustUnderstand", "<e:Text>No</e:Text>"))).toMatchObject({
    notUnderstood: [
      { namespace: "urn:n", local: "A" },
      { namespace: "urn:m", local: "B" },
    ],
  });
});

test("the envelopes that the service understands are named, in an envelope of SOAP 1.1", async () => {
  const block = `<u:Upgrade xmlns:u="${SOAP_12}"><u:SupportedEnvelope qname="u:Envelope"/></u:Upgrade>`;
  const fault = "<e:Fault><faultcode>e:VersionMismatch</faultcode><faultstring>No</faultstring></e:Fault>";
  expect(await faultOf("1.1", block, fault)).toMatchObject({
    reason: "No",
    upgrade: [{ namespace: SOAP_12, local: "Envelope" }],
  });
});

test("a thousand of each are cut, and nothing is there where nothing came", async () => {
  const many = "<e:Text xml:lang='x'>No</e:Text>".repeat(1_000);
  const blocks = '<e:NotUnderstood qname="n:A"/>'.repeat(1_000);
  const fault = await faultOf("1.2", blocks, fault12("Sender", many));
  expect([fault.reasons?.length, fault.notUnderstood?.length]).toEqual([64, 64]);
  const plain = await faultOf(
    "1.1",
    "",
    "<e:Fault><faultcode>e:Client</faultcode><faultstring>No</faultstring></e:Fault>",
  );
  expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(["reasons"]));
  expect("upgrade" in plain || "notUnderstood" in plain).toBe(false);
});
