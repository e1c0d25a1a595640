/** Mistakes of published documents that can have only one meaning. */
import { loadFiles, schemaWith, wsdlWith } from "soapwright-testing/codegen/load-files";

async function printedOf(text: string) {
  const { definitions, schemas, printed } = await loadFiles({ "service.wsdl": text });
  return { definitions, schemas, printed };
}

test.each([
  "http://www.w3c.org/2001/XMLSchema",
  "https://www.w3.org/2001/XMLSchema",
  "http://www.w3.org/2001/XMLschema",
  "http://w3.org/2001/XMLSchema",
  "http://www.w3.org/2001/XMLSchema/",
  "http://www.w3.org/2001/XMLSchema#",
  "http://www.w3.org/1999/XMLSchema",
  "http://www.w3.org/2000/10/XMLSchema",
])("%s is read as the namespace of XML Schema, which is reported once", async (slip) => {
  const { definitions, printed } = await printedOf(schemaWith("").replaceAll("http://www.w3.org/2001/XMLSchema", slip));
  expect(definitions).toBeDefined();
  expect(printed).toEqual([
    expect.stringContaining(
      `warning: namespace "${slip}" is no namespace of XML Schema; it is read as "http://www.w3.org/2001/XMLSchema". Write that`,
    ),
  ]);
});

test("other namespaces of the W3C stay what they are", async () => {
  for (const other of [
    "http://www.w3.org/2001/XMLSchema-instance",
    "http://www.w3.org/1999/XSL/Transform",
    "urn:2001/XMLSchema",
  ]) {
    const { printed } = await printedOf(schemaWith("").replace("<types>", `<types xmlns:o="${other}">`));
    expect(printed).toEqual([]);
  }
});

test("a second operation that says the same is left out with a warning, in binding and port type", async () => {
  const bound = /<operation name="o"><soap:operation[\s\S]*?<\/operation>\s*(?=<\/binding>)/.exec(schemaWith(""))![0];
  const declared = /<operation name="o"><input.*?<\/operation>/.exec(schemaWith(""))![0];
  for (const [text, message] of [
    [schemaWith("").replace(bound, bound + bound), "warning: operation o is bound twice alike. The first is in line "],
    [
      schemaWith("").replace(declared, declared + declared),
      "warning: operation o is declared twice alike ({urn:t}p). The first is in line ",
    ],
  ] as const) {
    const { definitions, printed } = await printedOf(text);
    expect(printed).toEqual([expect.stringContaining(message)]);
    expect(definitions!.services[0]!.ports[0]!.binding.operations).toHaveLength(1);
  }
  const other = bound.replace("urn:t/o", "urn:t/other");
  const { printed } = await printedOf(schemaWith("").replace(bound, bound + other));
  expect(printed).toEqual([expect.stringContaining("error: operation o is bound twice. Overloads must differ")]);
});

test("an output that only the binding has is left out with a warning: the port type says what is exchanged", async () => {
  const { definitions, printed } = await printedOf(schemaWith("").replace('<output message="t:out"/>', ""));
  expect(printed).toEqual([
    expect.stringContaining(
      "warning: operation o has no output in the port type, but one in the binding. The binding's is left out: no response is expected.",
    ),
  ]);
  const [bound] = definitions!.services[0]!.ports[0]!.binding.operations;
  expect(bound!.operation.output).toBeUndefined();
  expect(bound!.output).toBeUndefined();
});

test("wsdl:arrayType without brackets is a list, with a warning", async () => {
  const array = `<xs:complexType name="Names"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><xs:attribute ref="e:arrayType" w:arrayType="xs:string" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></xs:restriction></xs:complexContent></xs:complexType>`;
  const { schemas, printed } = await printedOf(schemaWith(array));
  expect(printed).toEqual([
    expect.stringContaining(
      'warning: wsdl:arrayType="xs:string" has no brackets; it is read as a list. Write xs:string[]',
    ),
  ]);
  expect(schemas!.types.get("{urn:t}Names")).toMatchObject({
    soapArray: { itemTypeName: { local: "string" }, dimensions: "[]" },
  });
});

test("wsdl:arrayType xs:string[][] is an array of arrays", async () => {
  const array = `<xs:complexType name="Table"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><xs:attribute ref="e:arrayType" w:arrayType="xs:string[][]" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></xs:restriction></xs:complexContent></xs:complexType>`;
  const { schemas, printed } = await printedOf(schemaWith(array));
  expect(printed).toEqual([]);
  expect(schemas!.types.get("{urn:t}Table")).toMatchObject({
    soapArray: {
      itemTypeName: { local: "string" },
      dimensions: "[][]",
      itemType: { soapArray: { dimensions: "[]", itemType: { name: { local: "string" } } } },
    },
  });
});

test.each(["xs:string[,]", "xs:string[2,3]"])("wsdl:arrayType %s is said not to work", async (written) => {
  const array = `<xs:complexType name="Table"><xs:complexContent><xs:restriction base="e:Array" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/"><xs:attribute ref="e:arrayType" w:arrayType="${written}" xmlns:w="http://schemas.xmlsoap.org/wsdl/"/></xs:restriction></xs:complexContent></xs:complexType>`;
  const { printed } = await printedOf(schemaWith(array));
  expect(printed).toEqual([
    expect.stringContaining(
      `warning: wsdl:arrayType="${written}" has several dimensions, and is typed as one list. Calls that send or return`,
    ),
  ]);
});

test("parts with types in document/literal are elements named after them, with the warning of the model", async () => {
  const text = wsdlWith('<xs:schema targetNamespace="urn:t"/>', { in: 'type="xs:int"', out: 'type="xs:int"' }).replace(
    '<part name="in" type="xs:int"/>',
    '<part name="in" type="xs:int"/><part name="more" type="xs:string"/>',
  );
  const { definitions, printed } = await printedOf(text);
  expect(printed).toEqual([]);
  expect(definitions!.services[0]!.ports[0]!.binding.operations[0]!.input.parts).toHaveLength(2);
});

/** Returns definitions without a default namespace, in which a name without a prefix has no namespace. */
const prefixed = (namespace: string, content: string) =>
  `<w:definitions targetNamespace="${namespace}" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">${content}</w:definitions>`;
const bound = `<w:types><xs:schema targetNamespace="urn:t"><xs:element name="in" type="xs:int"/></xs:schema></w:types>
<w:message name="m"><w:part name="in" element="t:in"/></w:message>
<w:portType name="p"><w:operation name="o"><w:input message="m"/></w:operation></w:portType>
<w:binding name="b" type="p"><soap:binding/><w:operation name="o"><w:input><soap:body use="literal"/></w:input></w:operation></w:binding>`;
const port = `<w:service name="s"><w:port name="p" binding="b"><soap:address location="http://localhost/s"/></w:port></w:service>`;

test.each([
  ["its own document", { "service.wsdl": prefixed("urn:t", bound + port) }],
  [
    "another document",
    {
      "service.wsdl": prefixed("urn:other", `<w:import namespace="urn:t" location="bound.wsdl"/>${port}`),
      "bound.wsdl": prefixed("urn:t", bound),
    },
  ],
])(
  "a name without a prefix means what %s defines where that is allowed, with a warning for each",
  async (_what, files) => {
    const refused = await loadFiles(files);
    expect(refused.definitions).toBeUndefined();
    expect(refused.printed).toContainEqual(
      expect.stringContaining(
        "error: wsdl:message m is not defined. Did you mean {urn:t}m? The name has no prefix: {urn:t}m is read with --allow-no-prefix",
      ),
    );
    const { definitions, printed } = await loadFiles(files, { allowNoPrefix: true });
    expect(definitions!.services[0]!.ports[0]!.binding.operations.map(({ operation }) => operation.name)).toEqual([
      "o",
    ]);
    expect(printed.map((line) => /warning: (\w+) has no prefix/.exec(line)?.[1]).sort()).toEqual(["b", "m", "p"]);
    expect(printed.join("\n")).toContain(
      'b has no prefix and is read as {urn:t}b. Write a prefix that is declared for "urn:t"',
    );
  },
);

test("a name without a prefix means what its own document defines before others", async () => {
  const other = prefixed("urn:u", '<w:message name="m"/>');
  const text = prefixed("urn:t", `<w:import namespace="urn:u" location="u.wsdl"/>${bound}${port}`);
  const { definitions } = await loadFiles({ "service.wsdl": text, "u.wsdl": other }, { allowNoPrefix: true });
  const [operation] = definitions!.services[0]!.ports[0]!.binding.operations;
  expect(operation!.operation.input.message.name).toEqual({ namespace: "urn:t", local: "m" });
});

test("a name without a prefix that other documents define twice stays an error", async () => {
  const others = ["u", "v"].map((name) => prefixed(`urn:${name}`, '<w:message name="n"/>'));
  const imports = '<w:import location="u.wsdl"/><w:import location="v.wsdl"/>';
  const text = prefixed("urn:t", `${imports}${bound.replace('message="m"', 'message="n"')}${port}`);
  const files = { "service.wsdl": text, "u.wsdl": others[0]!, "v.wsdl": others[1]! };
  const { printed } = await loadFiles(files, { allowNoPrefix: true });
  expect(printed).toContainEqual(
    expect.stringContaining("error: wsdl:message n is not defined. Did you mean {urn:u}n?"),
  );
});

test("an operation whose message is not defined is left out where that is allowed", async () => {
  const declared = '<operation name="lost"><input message="t:in"/><output message="t:nowhere"/></operation>';
  const fault = '<output message="t:out"/><fault name="f" message="t:nofault"/>';
  const text = schemaWith("")
    .replace("</portType>", `${declared}</portType>`)
    .replace('<output message="t:out"/>', fault)
    .replace("</binding>", '<operation name="lost"><soap:operation soapAction="l"/></operation></binding>')
    .replace(
      "</output></operation>",
      '</output><fault name="f"><soap:fault name="f" use="literal"/></fault></operation>',
    );
  const refused = await loadFiles({ "service.wsdl": text });
  expect(refused.definitions).toBeUndefined();
  expect(refused.printed).toEqual([
    expect.stringContaining(
      "error: wsdl:message {urn:t}nofault is not defined. Leave it out with --allow-missing-messages",
    ),
    expect.stringContaining(
      "error: wsdl:message {urn:t}nowhere is not defined. Leave it out with --allow-missing-messages",
    ),
    expect.stringContaining("warning: fault f is not in the port type; left out"),
    expect.stringContaining(
      "note: 2 of the errors are solved by permissions. Run the same command with --allow-missing-messages",
    ),
  ]);
  const { definitions, printed } = await loadFiles({ "service.wsdl": text }, { allowMissingMessages: true });
  expect(printed).toEqual([
    expect.stringContaining("warning: wsdl:message {urn:t}nofault is not defined. The fault is left out"),
    expect.stringContaining("warning: wsdl:message {urn:t}nowhere is not defined. The operation is left out"),
    expect.stringContaining("warning: fault f is not in the port type; left out"),
  ]);
  expect(definitions!.services[0]!.ports[0]!.binding.operations.map(({ operation }) => operation.name)).toEqual(["o"]);
});

test("a misspelled namespace is not called solved by permissions", async () => {
  const { printed } = await printedOf(schemaWith("").replaceAll('message="t:', 'xmlns:n="urn:tt" message="n:'));
  expect(printed.filter((line) => line.includes("Did you mean {urn:t}")).length).toBeGreaterThan(1);
  expect(printed.join("\n")).not.toContain("are solved by");
});

test("a schema of another namespace than its import names is read in its own with --allow-wrong-import", async () => {
  const files = {
    "service.wsdl": wsdlWith(
      '<xs:schema targetNamespace="urn:u" xmlns:o="urn:own"><xs:import namespace="urn:t" schemaLocation="own.xsd"/></xs:schema>',
    ),
    "own.xsd": `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:own">
<xs:element name="in" type="xs:string"/><xs:element name="out" type="xs:string"/></xs:schema>`,
  };
  const message = /^service\.wsdl:3:\d+: (error|warning): own\.xsd has the target namespace "urn:own", not "urn:t"/;
  const refused = await loadFiles(files);
  expect(refused.printed).toEqual([expect.stringMatching(message)]);
  expect(refused.printed[0]).toContain("--allow-wrong-import");
  const own = {
    ...files,
    "service.wsdl": files["service.wsdl"].replace(/element="t:/g, 'xmlns:o="urn:own" element="o:'),
  };
  const { definitions, printed } = await loadFiles(own, { allowWrongImport: true });
  expect(printed).toEqual([expect.stringMatching(message)]);
  expect(definitions).toBeDefined();
});

test("of two types of one name that differ the first counts with --allow-double-types", async () => {
  const text = schemaWith(`<xs:simpleType name="a"><xs:restriction base="xs:int"/></xs:simpleType>
<xs:simpleType name="a"><xs:restriction base="xs:date"/></xs:simpleType>`);
  const message =
    /^service\.wsdl:5:1: (error|warning): xs:simpleType is defined twice.*The first is at service\.wsdl:4/;
  const { printed: refused } = await printedOf(text);
  expect(refused).toEqual([expect.stringMatching(message)]);
  expect(refused[0]).toContain("--allow-double-types");
  const { schemas, printed } = await loadFiles({ "service.wsdl": text }, { allowDoubleTypes: true });
  expect(printed).toEqual([expect.stringMatching(message)]);
  expect(schemas!.types.get("{urn:t}a")).toMatchObject({ variety: { base: { name: { local: "int" } } } });
});

test("the place of a byte that is not UTF-8, with what to do", async () => {
  const bytes = (text: string) =>
    Buffer.concat([Buffer.from(schemaWith("<!-- \uFFFDä -->\n")), Buffer.from(text, "latin1")]);
  const { printed } = await loadFiles({ "service.wsdl": bytes("<!-- M\u00fcller -->") });
  expect(printed).toEqual([
    expect.stringMatching(
      /^service\.wsdl:14:21: error: not readable as text: byte 0xFC is not UTF-8\. Save the document as UTF-8, or declare the encoding/,
    ),
  ]);
});

test("a file beside the WSDL that was meant", async () => {
  const { printed } = await loadFiles({
    "service.wsdl": schemaWith("<!---->").replace(
      "<xs:element",
      '<xs:include schemaLocation="vehicle.xsd"/><xs:element',
    ),
    "vehicles.xsd": "",
  });
  expect(printed[0]).toMatch(
    /^service\.wsdl:3:\d+: error: .*vehicle\.xsd does not exist\. Did you mean vehicles\.xsd\?/,
  );
});

test("an element that a message names and nothing defines may have any content where that is allowed", async () => {
  const text = schemaWith("").replace(/(<message name="out"><part name="\w+" element=")[^"]+"/, '$1t:Missing"');
  const refused = await loadFiles({ "service.wsdl": text });
  expect(refused.definitions).toBeUndefined();
  expect(refused.printed).toEqual([
    expect.stringContaining(
      "error: element {urn:t}Missing is not defined. It may have any content with --allow-missing-messages",
    ),
  ]);
  const { definitions, printed } = await loadFiles({ "service.wsdl": text }, { allowMissingMessages: true });
  expect(printed).toEqual([
    expect.stringContaining("warning: element {urn:t}Missing is not defined. It may have any content"),
  ]);
  const [part] = definitions!.services[0]!.ports[0]!.binding.operations[0]!.output!.parts;
  expect(part).toMatchObject({ element: { name: { namespace: "urn:t", local: "Missing" }, type: { builtIn: true } } });
});

test("an element that a schema names and nothing defines stays an error", async () => {
  const text = schemaWith(
    '<xs:complexType name="T"><xs:sequence><xs:element ref="t:Missing"/></xs:sequence></xs:complexType>',
  ).replace('name="in" type="xs:string"', 'name="in" type="t:T"');
  const { definitions } = await loadFiles({ "service.wsdl": text }, { allowMissingMessages: true });
  expect(definitions).toBeUndefined();
});

test("an operation without any message is left out where that is allowed", async () => {
  const text = schemaWith("")
    .replace("</portType>", '<operation name="idle"/></portType>')
    .replace("</binding>", '<operation name="idle"><input/></operation></binding>');
  const refused = await loadFiles({ "service.wsdl": text });
  expect(refused.printed).toEqual([
    expect.stringContaining(
      "error: operation idle has neither input nor output. Leave it out with --allow-missing-messages",
    ),
  ]);
  const { definitions, printed } = await loadFiles({ "service.wsdl": text }, { allowMissingMessages: true });
  expect(printed).toEqual([
    expect.stringContaining("warning: operation idle has neither input nor output. The operation is left out"),
  ]);
  expect(definitions!.services[0]!.ports[0]!.binding.operations.map(({ operation }) => operation.name)).toEqual(["o"]);
});

test("an output that the binding leaves out is bound as the input where that is allowed", async () => {
  const text = schemaWith("").replace(/(<binding [\s\S]*?<\/input>)\s*<output>[\s\S]*?<\/output>/, "$1");
  const refused = await printedOf(text);
  expect(refused.definitions).toBeUndefined();
  expect(refused.printed).toEqual([
    expect.stringContaining(
      "error: operation o has an output in the port type, but none in the binding. With --allow-missing-messages it is",
    ),
  ]);
  const { definitions, printed } = await loadFiles({ "service.wsdl": text }, { allowMissingMessages: true });
  expect(printed).toEqual([
    expect.stringContaining(
      "warning: operation o has an output in the port type, but none in the binding. It is bound",
    ),
  ]);
  const [operation] = definitions!.services[0]!.ports[0]!.binding.operations;
  expect(operation!.output).toMatchObject({
    use: "literal",
    parts: [{ name: operation!.operation.output!.message.parts[0]!.name }],
  });
});

test("an input that the binding leaves out is bound with every part where that is allowed", async () => {
  const text = schemaWith("").replace(/(<binding [\s\S]*?)<input>[\s\S]*?<\/input>/, "$1");
  const said = "operation o has an input in the port type, but none in the binding.";
  const refused = await printedOf(text);
  expect(refused.definitions).toBeUndefined();
  expect(refused.printed).toEqual([
    expect.stringContaining(`error: ${said} With --allow-missing-messages it is bound as literal`),
  ]);
  const { definitions, printed } = await loadFiles({ "service.wsdl": text }, { allowMissingMessages: true });
  expect(printed[0]).toContain(`warning: ${said} It is bound as literal, with every part in the Body`);
  const [operation] = definitions!.services[0]!.ports[0]!.binding.operations;
  expect(operation!.input).toMatchObject({
    use: "literal",
    parts: [{ name: operation!.operation.input.message.parts[0]!.name }],
  });
});

test("an element whose type is not defined may have any content where that is allowed", async () => {
  const text = wsdlWith(
    '<xs:schema targetNamespace="urn:t"><xs:element name="in" type="t:Nowhere"/><xs:element name="out" type="xs:string"/></xs:schema>',
  );
  const said = "type {urn:t}Nowhere is not defined. It may have any content";
  const refused = await loadFiles({ "service.wsdl": text });
  expect(refused.printed[0]).toContain(`error: ${said} with --allow-missing-messages.`);
  const { schemas, printed } = await loadFiles({ "service.wsdl": text }, { allowMissingMessages: true });
  expect(printed).toEqual([expect.stringContaining(`warning: ${said}`)]);
  expect(schemas!.elements.get("{urn:t}in")?.type.name?.local).toBe("anyType");
});

test("a base or an attribute whose type is not defined stays an error", async () => {
  for (const inside of [
    '<xs:complexContent><xs:extension base="t:Nowhere"/></xs:complexContent>',
    '<xs:attribute name="a" type="t:Nowhere"/>',
  ]) {
    const text = wsdlWith(
      `<xs:schema targetNamespace="urn:t"><xs:element name="in"><xs:complexType>${inside}</xs:complexType></xs:element><xs:element name="out" type="xs:string"/></xs:schema>`,
    );
    const { printed } = await loadFiles({ "service.wsdl": text }, { allowMissingMessages: true });
    expect(printed[0]).toMatch(/error: type \{urn:t\}Nowhere is not defined(?!.*any content)/);
  }
});

test("a name without a prefix is not one of WSDL's own where WSDL is the default namespace", async () => {
  const text = schemaWith("").replace('type="t:p"', 'type="p"');
  const refused = await loadFiles({ "service.wsdl": text });
  expect(refused.printed).toEqual([
    expect.stringContaining("The name has no prefix: {urn:t}p is read with --allow-no-prefix"),
  ]);
  const { definitions, printed } = await loadFiles({ "service.wsdl": text }, { allowNoPrefix: true });
  expect(printed).toEqual([
    expect.stringContaining("warning: p has no prefix and is read as {urn:t}p. Write a prefix"),
  ]);
  expect(definitions!.services[0]!.ports[0]!.binding.operations).toHaveLength(1);
});

describe("an rpc body without a namespace", () => {
  const rpc = schemaWith("")
    .replace("<soap:binding", '<soap:binding style="rpc"')
    .replaceAll(/<part name="(\w+)" element="[^"]*"/g, '<part name="$1" type="xs:int"');

  async function bodies(text: string, options: object) {
    const { definitions, printed } = await loadFiles({ "service.wsdl": text }, options);
    const [operation] = definitions!.services[0]!.ports[0]!.binding.operations;
    return { printed, namespaces: [operation!.input.namespace, operation!.output!.namespace] };
  }

  test("is a warning with its place, what goes out and the choice", async () => {
    const { printed, namespaces } = await bodies(rpc, {});
    expect(namespaces).toEqual(["", ""]);
    expect(printed).toHaveLength(2);
    for (const line of printed)
      expect(line).toMatch(
        /service\.wsdl:\d+:\d+: warning: soap:body of an rpc operation names no namespace; its element is sent and expected in no namespace\. Some services mean their target namespace: use --rpc-namespace target, or --rpc-namespace none to keep it so\.$/,
      );
  });

  test.each([
    ["target", "urn:t"],
    ["none", ""],
  ])("--rpc-namespace %s chooses for input and output", async (rpcNamespace, namespace) => {
    expect(await bodies(rpc, { rpcNamespace })).toEqual({ printed: [], namespaces: [namespace, namespace] });
  });

  test("a namespace that is named counts, also an empty one", async () => {
    for (const named of ["", "urn:own"]) {
      const text = rpc.replaceAll("<soap:body", `<soap:body namespace="${named}"`);
      expect(await bodies(text, { rpcNamespace: "target" })).toEqual({ printed: [], namespaces: [named, named] });
    }
  });
});
