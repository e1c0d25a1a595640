/** A port type with thousands of operations of one name: the cost grows in proportion to the document. */
import { loadFiles } from "soapwright-testing/codegen/load-files";

function overloaded(count: number): string {
  const each = (text: (number: number) => string): string =>
    Array.from({ length: count }, (_, at) => text(at)).join("");
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t"><xs:element name="in" type="xs:int"/></xs:schema></types>
<message name="in"><part name="in" element="t:in"/></message>
<portType name="p">${each((n) => `<operation name="o"><input name="i${n}" message="t:in"/></operation>`)}</portType>
<binding name="b" type="t:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
${each((n) => `<operation name="o"><soap:operation soapAction="urn:o${n}"/><input name="i${n}"><soap:body use="literal"/></input></operation>`)}</binding>
<service name="s"><port name="p" binding="t:b"><soap:address location="http://localhost/s"/></port></service>
</definitions>`;
}

async function cost(count: number): Promise<number> {
  const text = overloaded(count);
  const start = process.cpuUsage();
  const { definitions, printed } = await loadFiles({ "service.wsdl": text });
  const { user, system } = process.cpuUsage(start);
  expect(printed).toEqual([]);
  expect(definitions!.services[0]!.ports[0]!.binding.operations).toHaveLength(count);
  return user + system;
}

test("eight times the overloads cost less than thirty times the processor time", async () => {
  await cost(500);
  // Quadratic work would take 64 times as long.
  const few = Math.min(await cost(500), await cost(500));
  expect((await cost(4_000)) / few).toBeLessThan(30);
});
