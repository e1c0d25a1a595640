/** Tests `wsdl/definitions` by itself: no entry point shows it whole. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { loadFiles, schemaWith, wsdlWith } from "soapwright-testing/codegen/load-files";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import type { BindingOperation } from "../../src/wsdl/definitions";

describe("load wsdl", () => {
  const soap =
    'xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"';
  const body = (content: string, attributes = "") => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" ${soap}
  xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"
  xmlns:wsdlx="http://www.w3.org/ns/wsdl-extensions" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/"
  xmlns:t="urn:t" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" ${attributes}>${content}</definitions>`;
  const message = (name: string, ...parts: string[]) =>
    `<message name="${name}">${parts.map((part, n) => `<part name="p${n}" ${part}/>`).join("")}</message>`;
  const ends = '<input><soap:body use="literal"/></input><output><soap:body use="literal"/></output>';
  const service = (binding = "b") =>
    `<service name="s"><port name="p" binding="t:${binding}"><soap:address location="http://localhost/s"/></port></service>`;
  const simple = message("in", 'type="xs:int"') + message("out", 'type="xs:int"');

  async function operationsOf(text: string): Promise<readonly BindingOperation[]> {
    const { definitions, printed } = await loadFiles({ "service.wsdl": text });
    expect(printed.filter((line) => line.includes("error"))).toEqual([]);
    return definitions!.services[0]!.ports[0]!.binding.operations;
  }
  async function printedOf(text: string, files: { readonly [name: string]: string } = {}): Promise<readonly string[]> {
    return (await loadFiles({ ...files, "service.wsdl": text })).printed;
  }

  describe("definitions", () => {
    test("a document/literal operation with both SOAP versions", async () => {
      const { definitions, printed } = await loadFiles({
        "service.wsdl": schemaWith("").replace(
          "<service",
          `<binding name="b12" type="t:p"><soap12:binding xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" transport="http://schemas.xmlsoap.org/soap/http"/></binding><service`,
        ),
      });
      expect(printed).toEqual([expect.stringContaining("operation o of port type {urn:t}p is not bound; left out")]);
      const [port] = definitions!.services[0]!.ports;
      expect(port).toMatchObject({ name: "p", address: "http://localhost/s", binding: { soapVersion: "1.1" } });
      const [operation] = port!.binding.operations;
      expect(operation).toMatchObject({
        style: "document",
        soapAction: "urn:t/o",
        operation: { name: "o", safe: false, faults: [] },
      });
      expect(operation!.input.parts[0]).toMatchObject({
        of: "element",
        element: { name: { namespace: "urn:t", local: "in" } },
      });
      expect(operation!.operation.input.name).toBe("oRequest");
    });

    test.each([
      ["soap12", "", true],
      ["soap12", ' soapActionRequired="true"', true],
      ["soap12", ' soapActionRequired=" false "', undefined],
      ["soap12", ' soapActionRequired="0"', undefined],
      ["soap", "", undefined],
    ])("whether the action must be sent: %s%s", async (prefix, attribute, required) => {
      const text = schemaWith("")
        .replace('soap="http://schemas.xmlsoap.org/wsdl/soap/"', `soap="http://schemas.xmlsoap.org/wsdl/${prefix}/"`)
        .replace('soapAction="urn:t/o"', `soapAction="urn:t/o"${attribute}`);
      const [operation] = await operationsOf(text);
      expect(operation!.soapActionRequired).toBe(required);
    });

    test("documentation, wsdlx:safe, one-way, and faults that the binding leaves out", async () => {
      const [operation, oneWay] = await operationsOf(
        body(
          `${simple}${message("f", 'type="xs:int"')}<portType name="p"><operation name="o" wsdlx:safe="true"><documentation> Reads <b>it</b>. </documentation>
        <input message="t:in"/><output message="t:out"/><fault name="f" message="t:f"/></operation>
        <operation name="w"><input message="t:in"/></operation></portType>
        <binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="o"><soap:operation soapAction=""/>${ends}</operation>
        <operation name="w"><input><soap:body use="literal" namespace="urn:w"/></input></operation></binding>${service()}`,
        ),
      );
      expect(operation).toMatchObject({
        style: "rpc",
        soapAction: "",
        operation: { safe: true, documentation: "Reads it." },
        faults: [{ use: "literal", fault: { name: "f" } }],
      });
      expect(oneWay!.output).toBeUndefined();
      expect(oneWay!.soapAction).toBeUndefined();
      expect(oneWay!.input.namespace).toBe("urn:w");
    });

    test("overloads are distinguished by the names of input and output", async () => {
      const operations = await operationsOf(
        body(
          `${simple}${message("in2", 'type="xs:string"')}<portType name="p">
        <operation name="o"><input name="a" message="t:in"/><output name="ar" message="t:out"/></operation>
        <operation name="o"><input name="b" message="t:in2"/><output name="br" message="t:out"/></operation></portType>
        <binding name="b" type="t:p"><soap:binding style="rpc"/>
        <operation name="o"><input name="b"><soap:body use="literal"/></input><output name="br"><soap:body use="literal"/></output></operation>
        <operation name="o"><input name="a"><soap:body use="literal"/></input><output name="ar"><soap:body use="literal"/></output></operation></binding>${service()}`,
        ),
      );
      expect(operations.map((one) => one.operation.input.message.name.local)).toEqual(["in2", "in"]);
    });

    test("an overload without names is the one that the binding does not name either", async () => {
      const operations = await operationsOf(
        body(
          `${simple}${message("in2", 'type="xs:string"')}<portType name="p">
        <operation name="o"><input message="t:in"/><output message="t:out"/></operation>
        <operation name="o"><input name="long" message="t:in2"/><output name="long" message="t:out"/></operation></portType>
        <binding name="b" type="t:p"><soap:binding style="rpc"/>
        <operation name="o">${ends}</operation>
        <operation name="o"><input name="long"><soap:body use="literal"/></input><output name="long"><soap:body use="literal"/></output></operation></binding>${service()}`,
        ),
      );
      expect(operations.map((one) => one.operation.input.message.name.local)).toEqual(["in", "in2"]);
    });

    test("an overload without names may be one-way", async () => {
      const end = '<input><soap:body use="literal"/></input>';
      const operations = await operationsOf(
        body(
          `${simple}${message("in2", 'type="xs:string"')}<portType name="p"><operation name="o"><input message="t:in"/></operation>
        <operation name="o"><input name="long" message="t:in2"/></operation></portType>
        <binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="o">${end}</operation>
        <operation name="o">${end.replace("<input", '<input name="long"')}</operation></binding>${service()}`,
        ),
      );
      expect(operations.map((one) => one.operation.overload)).toEqual([undefined, "long"]);
    });

    test("headers, header faults and the parts of the Body", async () => {
      const [operation] = await operationsOf(
        body(
          `${message("in", 'type="xs:int"', 'type="xs:string"', 'type="xs:date"')}${message("h", 'type="xs:int"')}
        <portType name="p"><operation name="o"><input message="t:in"/></operation></portType>
        <binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="o"><input>
        <soap:header message="t:in" part="p1" use="literal"/>
        <soap:header message="t:h" part="p0" use="encoded"><soap:headerfault message="t:h" part="p0" use="literal"/></soap:header>
        <soap:body use="literal"/></input></operation></binding>${service()}`,
        ),
      );
      expect(operation!.input.parts.map((part) => part.name)).toEqual(["p0", "p2"]);
      expect(operation!.input.headers).toMatchObject([
        { part: { name: "p1" }, faults: [] },
        { use: "encoded", faults: [{ part: { name: "p0" } }] },
      ]);
    });

    test("attachments travel outside the Body", async () => {
      const [operation] = await operationsOf(
        body(
          `${message("in", 'type="xs:int"', 'type="xs:base64Binary"')}<portType name="p"><operation name="o"><input message="t:in"/></operation></portType>
        <binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="o"><input><mime:multipartRelated>
        <mime:part><soap:body use="literal"/></mime:part><mime:part><mime:content part="p1" type="image/png"/></mime:part></mime:multipartRelated></input></operation></binding>${service()}`,
        ),
      );
      expect(operation!.input.parts.map((part) => part.name)).toEqual(["p0"]);
      expect(operation!.input.attachments).toMatchObject([{ part: { name: "p1" }, contentTypes: ["image/png"] }]);
    });

    test("imported WSDLs bring their parts, also when they import each other", async () => {
      const root = body(
        `<import namespace="urn:t" location="abstract.wsdl"/><binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="o">${ends}</operation></binding>${service()}`,
      );
      const abstract = body(
        `<import namespace="urn:t" location="service.wsdl"/>${simple}<portType name="p"><operation name="o"><input message="t:in"/><output message="t:out"/></operation></portType>`,
      );
      const { definitions, printed, files } = await loadFiles(
        { "service.wsdl": root, "abstract.wsdl": abstract },
        { rpcNamespace: "none" },
      );
      expect(printed).toEqual([]);
      expect(files).toHaveLength(2);
      expect(definitions!.services[0]!.ports[0]!.binding.operations).toHaveLength(1);
    });

    test("a schema may be imported with wsdl:import", async () => {
      const schema =
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="in"/><xs:element name="out"/></xs:schema>';
      expect(
        await printedOf(wsdlWith("").replace("<types>", '<import namespace="urn:t" location="x.xsd"/><types>'), {
          "x.xsd": schema,
        }),
      ).toEqual([]);
    });
  });

  describe("what is left out is named", () => {
    test("HTTP bindings beside SOAP bindings, in a note", async () => {
      const http = '<binding name="h" type="t:p"><http:binding verb="GET"/></binding>';
      const port = '<port name="hp" binding="t:h"><http:address location="http://localhost/h"/></port></service>';
      const text = schemaWith("")
        .replace("<service", `${http}<service`)
        .replace("</service>", port)
        .replace("xmlns:t=", 'xmlns:http="http://schemas.xmlsoap.org/wsdl/http/" xmlns:t=');
      const { definitions, printed } = await loadFiles({ "service.wsdl": text });
      expect(printed).toEqual([
        expect.stringContaining("note: HTTP GET binding left out: only SOAP is called ({urn:t}h)"),
      ]);
      expect(definitions!.services[0]!.ports).toHaveLength(1);
    });

    test("a WSDL without a SOAP binding has no operations", async () => {
      const text = body(
        `${simple}<portType name="p"/><binding name="b" type="t:p"><http:binding verb="POST"/></binding>${service()}`,
      );
      expect(await printedOf(text)).toContainEqual(
        expect.stringMatching(/warning: the WSDL has no SOAP operation: .* The WSDL has: HTTP POST binding b\.$/),
      );
    });

    test.each([
      ["a notification", '<output message="t:out"/>'],
      ["a solicit-response", '<output message="t:out"/><input message="t:in"/>'],
    ])("%s, with the reason", async (what, content) => {
      const text = body(`${simple}<portType name="p"><operation name="n">${content}</operation></portType>
      <binding name="b" type="t:p"><soap:binding/><operation name="n"/></binding>${service()}`);
      expect(await printedOf(text)).toEqual([
        expect.stringContaining("warning: the WSDL has no SOAP operation: "),
        expect.stringContaining(`warning: operation n is ${what}, which the service starts; left out`),
      ]);
    });
  });

  test("a service for each bound port type, where the WSDL has none and that is allowed", async () => {
    const bindings = ["b", "c"].map((name) => `<binding name="${name}" type="t:p"><soap:binding/></binding>`).join("");
    const text = schemaWith("")
      .replace(/<service.*<\/service>/s, `${bindings.replace('"b"', '"d"')}<portType name="q"/><portType name="r"/>`)
      .replace("</definitions>", '<binding name="e" type="t:r"><soap:binding/></binding></definitions>');
    const { definitions, printed } = await loadFiles({ "service.wsdl": text }, { allowNoService: true });
    expect(printed.filter((line) => !line.includes("is not bound; left out"))).toEqual([]);
    expect(definitions!.services.map(({ name, ports }) => [name.local, ...ports.map((port) => port.name)])).toEqual([
      ["p", "b", "d", "c"],
      ["r", "e"],
    ]);
    expect(definitions!.services[0]!.ports[0]).toMatchObject({ address: "", binding: { name: { local: "b" } } });
  });

  test("a part that cannot be used is reported once, not where it is named", async () => {
    const text = body(`${message("in", 'element="t:nope"', 'type="xs:int"')}${message("out", 'type="xs:int"')}
    <portType name="p"><operation name="o"><input message="t:in"/><output message="t:out"/></operation></portType>
    <binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="o">
      <input><soap:header message="t:in" part="p0" use="literal"/><soap:body parts="p0 p1" use="literal"/></input>
      <output><soap:body use="literal"/></output></operation></binding>${service()}`);
    const errors = (await printedOf(text)).filter((line) => line.includes("error"));
    expect(errors).toEqual([expect.stringContaining("element {urn:t}nope is not defined")]);
  });

  describe("errors", () => {
    const operation =
      '<portType name="p"><operation name="o"><input message="t:in"/><output message="t:out"/></operation></portType>';
    const bound = (content: string) =>
      `<binding name="b" type="t:p"><soap:binding style="rpc"/><operation name="o">${content}</operation></binding>`;
    test.each([
      [
        "no service",
        simple + operation + bound(ends),
        "1:1: error: no wsdl:service. This may be the abstract part that another WSDL imports: name that one, or make a service of each bound port type with --allow-no-service",
      ],
      [
        "only the abstract part",
        simple + operation,
        "error: neither wsdl:binding nor wsdl:service. This may be the abstract part",
      ],
      ["a service without ports", `${simple}<service name="s"/>`, "error: service has no port ({urn:t}s)"],
      [
        "a port without a binding",
        `${simple}<service name="s"><port name="p"/></service>`,
        "error: port p has no binding attribute",
      ],
      [
        "an unknown binding",
        `${simple}${operation}${bound(ends)}${service("B")}`,
        "error: wsdl:binding {urn:t}B is not defined. Did you mean {urn:t}b?",
      ],
      [
        "an unknown port type",
        `<binding name="b" type="t:p"><soap:binding/></binding>${service()}`,
        "error: wsdl:portType {urn:t}p is not defined. There is no wsdl:portType",
      ],
      [
        "an unknown message",
        `${message("in")}${operation}${bound(ends)}${service()}`,
        "error: wsdl:message {urn:t}out is not defined",
      ],
      [
        "an undeclared prefix",
        `${simple}<portType name="p"/><binding name="b" type="x:p"/>`,
        "error: prefix x of x:p is not declared",
      ],
      [
        "a part with neither element nor type",
        `${message("in", "")}${service()}`,
        "error: part p0 has neither element nor type ({urn:t}in)",
      ],
      [
        "a part with both",
        `${message("in", 'element="xs:schema" type="xs:int"')}${service()}`,
        "error: part p0 has both element and type",
      ],
      [
        "an element that is a type",
        message("in", 'element="xs:string"'),
        "error: element {http://www.w3.org/2001/XMLSchema}string is not defined. That is a type: write type= for element=",
      ],
      [
        "an unknown built-in type",
        message("in", 'type="xs:strong"'),
        "is not defined. Did you mean {http://www.w3.org/2001/XMLSchema}string?",
      ],
      [
        "a bound operation of another name",
        `${simple}${operation}<binding name="b" type="t:p"><soap:binding/><operation name="O"/></binding>`,
        "error: operation O is not in the port type ({urn:t}p). Did you mean o?",
      ],
      [
        "an operation in rpc style whose name no element can have",
        (simple + operation + bound(ends)).replaceAll('name="o"', 'name="a:o"') + service(),
        'error: operation "a:o" cannot be the name of an element. The element that is sent has this name',
      ],
      [
        "a part in rpc style whose name no element can have",
        (simple + operation + bound(ends)).replace('name="p0"', 'name="1 p"') + service(),
        'error: part "1 p" cannot be the name of an element',
      ],
      [
        "an unknown part in parts",
        simple + operation + bound(ends.replace('use="literal"', 'use="literal" parts="q"')),
        "error: part q is not in the message ({urn:t}in). Its parts are: p0",
      ],
      [
        "an unknown header part",
        simple +
          operation +
          bound(ends.replace("<soap:body", '<soap:header message="t:in" part="q" use="literal"/><soap:body')),
        "error: part q is not in the message ({urn:t}in)",
      ],
      [
        "two bodies in one multipart",
        simple +
          operation +
          bound(
            ends.replace(
              '<soap:body use="literal"/>',
              "<mime:multipartRelated><mime:part><soap:body/></mime:part><mime:part><soap:body/></mime:part></mime:multipartRelated>",
            ),
          ),
        "error: mime:multipartRelated has 2 parts with a soap:body",
      ],
      [
        "alternatives of two parts",
        simple +
          operation +
          bound(
            ends.replace(
              '<soap:body use="literal"/>',
              '<mime:multipartRelated><mime:part><soap:body/></mime:part><mime:part><mime:content part="p0"/><mime:content part="p9"/></mime:part></mime:multipartRelated>',
            ),
          ),
        "error: mime:content names part p9, the one before it part p0",
      ],
      ["two messages of one name", simple + message("in"), "error: message is defined twice ({urn:t}in)"],
    ])("%s", async (_what, content, expected) => {
      expect((await printedOf(body(content))).join("\n")).toContain(expected);
    });

    test("a document that is no WSDL", async () => {
      expect(await printedOf("<html/>")).toEqual([
        expect.stringContaining("service.wsdl:1:1: error: an HTML page and not XML. Fetch the document of the address"),
      ]);
      expect((await printedOf('<description xmlns="http://www.w3.org/ns/wsdl"/>'))[0]).toContain(
        "WSDL 2.0 is not read",
      );
    });
  });

  describe("names that are no NCName", () => {
    test.each([
      ["operation", 'operation name="o"', 'operation name="o x"', '"o x"'],
      ["operation", 'operation name="o"', 'operation name="a:o"', '"a:o"'],
      ["service", 'service name="s"', 'service name="1s"', '"1s"'],
    ])("of the %s is a warning with its place", async (what, from, to, shown) => {
      const { definitions, printed } = await loadFiles({ "service.wsdl": schemaWith("").replaceAll(from, to) });
      expect(printed).toEqual([
        expect.stringMatching(/^service\.wsdl:\d+:\d+: warning: the name ".*" of the \w+ is no NCName\. Use letters/),
      ]);
      expect(printed[0]).toContain(`the name ${shown} of the ${what}`);
      expect(definitions).toBeDefined();
    });
  });

  describe("an xs:import in wsdl:types itself", () => {
    const other = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:n">
    <xs:element name="in" type="xs:int"/><xs:element name="out" type="xs:int"/></xs:schema>`;
    const text = wsdlWith('<xs:import namespace="urn:n" schemaLocation="n.xsd"/>', {
      in: 'element="n:in" xmlns:n="urn:n"',
      out: 'element="n:out" xmlns:n="urn:n"',
    });

    test("is followed with a warning", async () => {
      const { definitions, printed } = await loadFiles({ "service.wsdl": text, "n.xsd": other });
      expect(printed).toEqual([
        expect.stringMatching(
          /^service\.wsdl:\d+:\d+: warning: xs:import is directly in types\. It is followed\. Put it into/,
        ),
      ]);
      const [operation] = definitions!.services[0]!.ports[0]!.binding.operations;
      expect(operation!.input.parts[0]).toMatchObject({ element: { name: { namespace: "urn:n", local: "in" } } });
    });

    test("of a document that is missing is an error at its position", async () => {
      const { definitions, printed } = await loadFiles({ "service.wsdl": text });
      expect(printed.join("\n")).toMatch(/service\.wsdl:\d+:\d+: error: cannot load the schema of namespace "urn:n": /);
      expect(definitions).toBeUndefined();
    });
  });
});

/** Elements of other vocabularies in a WSDL: a required and unknown element stops the generator. */
describe("extensions", () => {
  const WSDL = 'xmlns:w="http://schemas.xmlsoap.org/wsdl/"';
  const WSAW = 'xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl"';
  const WSP = 'xmlns:wsp="http://www.w3.org/ns/ws-policy"';
  const required = `<x:Envelope ${WSDL} xmlns:x="urn:x" w:required="true"/>`;

  /** Returns the WSDL with `extension` in its binding, and with `inPort` in its port. */
  function withExtension(extension: string, inPort = ""): string {
    return smallWsdl()
      .replace(/<wsdl:binding [^>]*>/, (start) => `${start}\n${extension}\n`)
      .replace(/<wsdl:port [^>]*>/, (start) => `${start}\n${inPort}\n`);
  }

  const load = (text: string, ignoreRequired?: string[]) =>
    loadFiles({ "service.wsdl": text }, ignoreRequired === undefined ? {} : { ignoreRequired });

  test("one that is required and not known is an error at each of its places", async () => {
    const text = withExtension(required, required);
    const { definitions, printed } = await load(text);
    expect(definitions).toBeUndefined();
    const lines = text.split("\n").flatMap((line, index) => (line.includes(required) ? [index + 1] : []));
    expect(lines).toHaveLength(2);
    expect(printed).toEqual([
      expect.stringMatching(
        new RegExp(
          `^service.wsdl:${lines[0]}:1: error: the extension of binding Small is required .*\\{urn:x\\}Envelope`,
        ),
      ),
      expect.stringMatching(new RegExp(`^service.wsdl:${lines[1]}:1: error: the extension of port `)),
    ]);
    expect(printed[0]).toContain("--ignore-required Envelope");
  });

  test.each([[["Envelope"]], [["{urn:x}Envelope"]], [["Other", "Envelope"]]])("goes on with %j", async (ignored) => {
    const { definitions, printed } = await load(withExtension(required), ignored);
    expect(definitions?.extensions).toEqual([
      expect.objectContaining({
        name: { namespace: "urn:x", local: "Envelope" },
        parent: "binding Small",
        required: true,
      }),
    ]);
    expect(printed).toEqual([expect.stringContaining("note: the extension of binding Small is left out")]);
  });

  test("does not go on with the name of another", async () => {
    for (const name of ["envelope", "{urn:y}Envelope", "x:Envelope"]) {
      expect((await load(withExtension(required), [name])).definitions).toBeUndefined();
    }
  });

  test.each([
    ["not required", `<x:E xmlns:x="urn:x"/>`],
    ["required: false", `<x:E ${WSDL} w:required="false" xmlns:x="urn:x"/>`],
    ["required inside of another", `<x:E xmlns:x="urn:x">${required}</x:E>`],
  ])("%s is one note", async (_what, extension) => {
    const { definitions, printed } = await load(withExtension(extension + extension, extension));
    expect(definitions?.extensions).toHaveLength(3);
    expect(printed).toEqual([expect.stringContaining(": note: the extension of binding Small is left out")]);
  });

  test("of a policy a note says what is not read, also where it is required", async () => {
    const policy = (more: string) =>
      `<wsp:Policy ${WSP} ${WSDL} w:required="1"><x:Signed xmlns:x="urn:x"/>${more}</wsp:Policy>`;
    const { printed } = await load(withExtension(policy("") + policy(""), policy("")));
    expect(printed).toEqual([
      expect.stringContaining(
        "note: of the policy of binding Small the assertions of WS-Addressing and WS-SecurityPolicy are read",
      ),
    ]);
  });

  test("what says that addressing is used is read, where it is meant to be", async () => {
    const using = (value: string) => `<wsaw:UsingAddressing ${WSAW} ${WSDL} w:required="${value}"/>`;
    expect((await load(withExtension(using("true"), using("false")))).printed).toEqual([]);
    const inService = smallWsdl().replace(/<wsdl:service [^>]*>/, (start) => start + using("true"));
    expect((await load(inService)).printed).toEqual([expect.stringContaining("error: the extension of service Small")]);
  });

  test("the command stops, and goes on by its flag and by the configuration; inspect lists them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "extensions-"));
    try {
      const path = join(folder, "small.wsdl");
      writeFileSync(path, withExtension(required));
      const out = ["--out", join(folder, "out")];
      const stopped = await runCodegen("generate", path, ...out);
      expect(stopped.exitCode).toBe(1);
      expect(stopped.stderr).toContain("--ignore-required Envelope");
      expect((await runCodegen("generate", path, ...out, "--ignore-required", "Envelope")).exitCode).toBe(0);
      const config = join(folder, "soapwright.config.json");
      writeFileSync(config, JSON.stringify({ wsdls: ["small.wsdl"], out: "configured", ignoreRequired: ["Envelope"] }));
      expect((await runCodegen("generate", "--config", config)).exitCode).toBe(0);
      const { stdout } = await runCodegen("inspect", path);
      expect(stdout).toMatch(/Extensions[\s\S]*\{urn:x\}Envelope +binding Small +yes/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Elements and attributes in the namespaces of WSDL, SOAP and XML Schema that the specifications do not define. */
describe("vocabulary", () => {
  const right = schemaWith('<xs:element name="code" type="xs:date"/>').replace('"t:in"', '"t:code"');

  async function printedOf(text: string) {
    const { definitions, printed } = await loadFiles({ "service.wsdl": text });
    return { isRead: definitions !== undefined, printed };
  }

  const soap = "http://schemas.xmlsoap.org/wsdl/soap/";

  // The text, its correction, and the message, which has `error` if an operation or a type is lost.
  test.each([
    ['type="xs:date"', 'typ="xs:date"', "error: xs:element has no attribute typ. Did you mean type?"],
    [
      'type="xs:date"',
      'xs:type="xs:date"',
      "error: attribute type of namespace",
      "Did you mean type without a prefix?",
    ],
    ['type="xs:date"', 'type="xs:date" nilable="true"', "warning: xs:element has no attribute nilable", "nillable?"],
    ['type="xs:date"', 'type="xs:date" colour="red"', "warning: xs:element has no attribute colour; it is ignored."],
    ['<xs:element name="code"', '<xs:elment name="code"', "error: xs:elment is not allowed", "Did you mean element?"],
    [
      'elementFormDefault="qualified"',
      'elementFormDefault="qualifed"',
      'error: elementFormDefault="qualifed" is not known. Did you mean qualified?',
    ],
    ["soapAction=", "soapaction=", "warning: soap:operation has no attribute soapaction", "Did you mean soapAction?"],
    ["<soap:binding ", '<soap:binding style="documnt" ', 'error: style="documnt" is not known. Did you mean document?'],
    ['use="literal"', 'use="litteral"', 'error: use="litteral" is not known'],
    ["soap/http", "soap/htpp", 'warning: transport "http://schemas.xmlsoap.org/soap/htpp" is not known', "soap/http?"],
    [
      /<message( name="in".*?<\/)message/,
      "<mesage$1mesage",
      "error: mesage is not allowed in definitions. Did you mean message?",
    ],
    [
      /<operation( name="o"><input.*?<\/)operation/,
      "<opration$1opration",
      "error: opration is not allowed in portType",
      "operation?",
    ],
    ["<types>", '<types xmlns="">', "error: types in definitions has no namespace"],
    ["<soap:body", "<soap:bdy", `error: soap:bdy is no element of ${soap}. Did you mean body?`],
    ["wsdl/soap/", "wsdl/sop/", 'error: namespace "http://schemas.xmlsoap.org/wsdl/sop/"', `Did you mean ${soap}?`],
    [/<message /, "<documentaton/><message ", "warning: documentaton is not allowed in definitions; it is ignored"],
    [/(<message [^>]*>)/, "$1<message/>", "error: message is not allowed in message"],
    ["<soap:binding ", '<soap:binding xmlns:o="urn:o" o:style="x" o:b="y" ', ""],
  ])("%s as %s", async (written, slip, ...messages) => {
    const text = right.replace(written, slip);
    expect(text).not.toBe(right);
    const { isRead, printed } = await printedOf(text);
    for (const words of messages) expect(printed.join("\n")).toContain(words);
    for (const line of printed.filter((each) => !each.includes(" note: ")))
      expect(line).toMatch(/^service\.wsdl:[1-9]\d*:[1-9]\d*: /);
    expect(isRead).toBe(!messages.join().includes("error:"));
    if (messages[0] === "") expect(printed).toEqual([]);
  });
});
