import { complexType, namespace, xs } from "soapwright-runtime/tables";
import { expectLinear } from "soapwright-testing/stage/time";
import { AsmxRequestReader } from "../src/asmx-request-reader";
import { readEnvelope } from "../src/envelope-reader";
import { Mistakes } from "../src/mistakes";

const tns = namespace("urn:t");
const operation = tns.element("Add", complexType(undefined, [tns.optionalList("Id", xs.int)]));

test("a repeated element costs time that grows with its number", () =>
  expectLinear((count) => {
    const body = `<Add xmlns="urn:t">${"<Id>1</Id>".repeat(count)}</Add>`;
    const envelope = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${body}</e:Body></e:Envelope>`;
    const reader = new AsmxRequestReader(readEnvelope(envelope).body?.children ?? [], (name) => name, new Mistakes());
    expect(reader.operation(operation).children).toHaveLength(count);
  }, 100_000));
