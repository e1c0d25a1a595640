/** What is written around the contents of Header and Body: the same for every request, and what node-soap writes for each. */
import { shelf } from "soapwright-testing/client/shelf";
import { EnvelopeWriter, type WrittenRequest } from "../../src/soap/envelope-writer";
import { SOAP_TERMS, type SoapVersion } from "../../src/soap/operation-plan";
import { planService } from "../../src/soap/service-plan";
import { ReaderPlan } from "../../src/xml/xml-namespaces";

const versions: readonly SoapVersion[] = ["1.1", "1.2"];

function open(soapVersion: SoapVersion) {
  const settings = { soapVersion, rename: (name: string) => name, exposeEnvelopes: false, plainHeaders: [] };
  const service = planService(shelf, { ...settings, validation: "standard" }, new ReaderPlan());
  const [planned] = service.operations.values();
  const writer = new EnvelopeWriter(shelf.targetNamespace, SOAP_TERMS[soapVersion], "http://127.0.0.1/");
  const write = async (header: string, body: string, httpHeaders?: object): Promise<WrittenRequest> =>
    writer.write({ plan: planned!.request, header, body, call: { exchangeId: "1" } }, httpHeaders);
  return { writer, write };
}

describe.each(versions)("SOAP %s", (version) => {
  test("an envelope is the one that node-soap writes when it is asked for each", async () => {
    const { write } = open(version);
    for (const header of ["", "<h>1</h>", "", "<h>$& é 2</h>"]) {
      for (const body of ["<b>1</b>", "<b>$1 Ω</b>", ""]) {
        const { envelope } = await write(header, body);
        // With HTTP headers of the call, node-soap is asked.
        expect(envelope).toBe((await write(header, body, {})).envelope);
        expect(envelope).toContain(`Body>${body}</`);
      }
    }
  });

  test("node-soap is asked again while there is a header block or a security object, and not afterwards", async () => {
    const { writer, write } = open(version);
    const plain = await write("", "<b/>");
    expect(plain.headers).toBeUndefined();
    writer.add(["<a/>"]);
    expect(await write("", "<b/>")).toMatchObject({ foreignBlocks: ["<a/>"] });
    writer.blocks.length = 0;
    writer.setSecurity({ toXML: () => "<s/>", addHeaders: (headers) => Object.assign(headers, { "X-S": "1" }) });
    const secured = await write("", "<b/>");
    expect(secured.envelope).toContain("<s/>");
    expect(secured.headers).toMatchObject({ "X-S": "1" });
    writer.setSecurity(null);
    expect(await write("", "<b/>")).toEqual(plain);
  });
});
