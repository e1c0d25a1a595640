/**
 * Tests parts by themselves, `load/known/known-security`, `load/known/schemas` and 2 more: no entry point shows them
 * whole.
 */
import { loadFiles, schemaWith, wsdlWith } from "soapwright-testing/codegen/load-files";
import { RecordedStreams } from "soapwright-testing/commands/recorded-streams";
import { Folder } from "soapwright-testing/commands/small-wsdl";
import { verify } from "soapwright-testing/commands/verify";
import { securitySchemas } from "../../src/load/known/known-security";
import { knownSchema, messagingSchemas } from "../../src/load/known/schemas";
import type { ComplexType, Content, ModelGroup, SimpleType } from "../../src/xsd/components";
import { attributeUsesOf, attributeWildcardOf, contentOf, substitutesOf } from "../../src/xsd/effective-type";

describe("components", () => {
  async function typesOf(components: string, attributes?: string, files: { readonly [name: string]: string } = {}) {
    const { schemas, printed } = await loadFiles({ ...files, "service.wsdl": schemaWith(components, attributes) });
    expect(printed).toEqual([]);
    return {
      schemas: schemas!,
      complex: (name: string) => schemas!.types.get(`{urn:t}${name}`) as ComplexType,
      simple: (name: string) => schemas!.types.get(`{urn:t}${name}`) as SimpleType,
    };
  }
  const group = (content: Content) => (content as { particle: ModelGroup }).particle;
  const names = (particle: ModelGroup) =>
    particle.particles.map((one) => (one.kind === "elementUse" ? one.element.name.local : one.kind));

  describe("particles", () => {
    test("compositors nest and keep their occurrences", async () => {
      const { complex } =
        await typesOf(`<xs:complexType name="T"><xs:sequence maxOccurs="unbounded"><xs:element name="a" minOccurs="0" type="xs:int"/>
      <xs:choice minOccurs="0"><xs:element name="b" type="xs:int"/><xs:sequence/></xs:choice><xs:any namespace="##other" processContents="lax" maxOccurs="3"/><xs:element name="no" maxOccurs="0" minOccurs="0"/></xs:sequence></xs:complexType>`);
      const sequence = group(complex("T").content);
      expect(sequence).toMatchObject({ compositor: "sequence", minOccurs: 1, maxOccurs: Number.POSITIVE_INFINITY });
      expect(sequence.particles).toMatchObject([
        { kind: "elementUse", minOccurs: 0, maxOccurs: 1, reference: false },
        { kind: "modelGroup", compositor: "choice", minOccurs: 0 },
        { kind: "wildcard", maxOccurs: 3, processContents: "lax", namespaces: { allow: "other", than: "urn:t" } },
      ]);
    });

    test("form and form defaults decide the namespace of local names", async () => {
      const components =
        '<xs:complexType name="T"><xs:sequence><xs:element name="a"/><xs:element name="b" form="qualified"/><xs:element name="c" form="unqualified"/></xs:sequence><xs:attribute name="d"/><xs:attribute name="e" form="qualified"/></xs:complexType>';
      const namespaces = async (attributes: string) => {
        const { complex } = await typesOf(components, attributes);
        const elements = group(complex("T").content).particles.map((one) =>
          one.kind === "elementUse" ? one.element.name.namespace : "?",
        );
        return [...elements, ...complex("T").attributeUses.map((use) => use.attribute.name.namespace)];
      };
      expect(await namespaces("")).toEqual(["", "urn:t", "", "", "urn:t"]);
      expect(await namespaces('elementFormDefault="qualified" attributeFormDefault="qualified"')).toEqual([
        "urn:t",
        "urn:t",
        "",
        "urn:t",
        "urn:t",
      ]);
    });

    test("groups by reference share their particles and may lead back to their own elements", async () => {
      const { complex } =
        await typesOf(`<xs:group name="g"><xs:choice><xs:element name="a" type="t:T"/></xs:choice></xs:group>
      <xs:complexType name="T"><xs:group ref="t:g" minOccurs="0"/></xs:complexType>`);
      const choice = group(complex("T").content);
      expect(choice).toMatchObject({ compositor: "choice", minOccurs: 0, name: { local: "g" } });
      expect(choice.particles[0]).toMatchObject({ element: { type: complex("T") } });
    });

    test("wildcards and element references", async () => {
      const { complex } = await typesOf(
        `<xs:complexType name="T"><xs:sequence><xs:element ref="t:in"/><xs:element ref="xs:schema"/><xs:any namespace="##targetNamespace ##local urn:x"/></xs:sequence><xs:anyAttribute/></xs:complexType>`,
      );
      const particles = group(complex("T").content).particles;
      expect(particles[0]).toMatchObject({ reference: true, element: { global: true, name: { local: "in" } } });
      expect(particles[2]).toMatchObject({ namespaces: { allow: "list", of: ["urn:t", "", "urn:x"] } });
      expect(complex("T").attributeWildcard).toMatchObject({ namespaces: { allow: "any" } });
    });
  });

  describe("complex types", () => {
    test("an extension adds to its base, a restriction replaces it", async () => {
      const { complex } =
        await typesOf(`<xs:complexType name="A" abstract="true"><xs:sequence><xs:element name="a"/></xs:sequence><xs:attribute name="x"/><xs:attribute name="y"/></xs:complexType>
      <xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="b"/></xs:sequence><xs:attribute name="z"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:complexType name="C"><xs:complexContent><xs:restriction base="t:B"><xs:sequence><xs:element name="a"/></xs:sequence><xs:attribute name="x" use="prohibited"/></xs:restriction></xs:complexContent></xs:complexType>`);
      expect(complex("A")).toMatchObject({ abstract: true, derived: [complex("B")] });
      expect(names(group(complex("B").content))).toEqual(["b"]);
      expect(group(contentOf(complex("B"))).particles.map((one) => names(one as ModelGroup))).toEqual([["a"], ["b"]]);
      expect(names(group(contentOf(complex("C"))))).toEqual(["a"]);
      expect(attributeUsesOf(complex("C")).map((use) => use.attribute.name.local)).toEqual(["y", "z"]);
    });

    test("an attribute group prohibits nothing", async () => {
      const { complex } =
        await typesOf(`<xs:complexType name="A"><xs:attribute name="x"/><xs:attribute name="y"/></xs:complexType>
      <xs:complexType name="B"><xs:complexContent><xs:restriction base="t:A"><xs:attribute name="y" use="prohibited"/><xs:attributeGroup ref="t:G"/></xs:restriction></xs:complexContent></xs:complexType>
      <xs:attributeGroup name="G"><xs:attribute name="x" use="prohibited"/></xs:attributeGroup>`);
      expect(attributeUsesOf(complex("B")).map((use) => use.attribute.name.local)).toEqual(["x"]);
    });

    test("simple content passes on the type of its text, whatever the order", async () => {
      const { complex } =
        await typesOf(`<xs:complexType name="C"><xs:simpleContent><xs:restriction base="t:B"><xs:maxLength value="3"/></xs:restriction></xs:simpleContent></xs:complexType>
      <xs:complexType name="B"><xs:simpleContent><xs:extension base="t:A"><xs:attribute name="y"/></xs:extension></xs:simpleContent></xs:complexType>
      <xs:complexType name="A"><xs:simpleContent><xs:extension base="xs:token"><xs:attribute name="x"/></xs:extension></xs:simpleContent></xs:complexType>`);
      expect(complex("A").content).toMatchObject({ kind: "simple", type: { name: { local: "token" } } });
      expect(complex("B").content).toEqual(complex("A").content);
      expect(complex("C").content).toMatchObject({
        type: { facets: [{ name: "maxLength", value: "3" }], variety: { base: { name: { local: "token" } } } },
      });
    });

    test("mixed, empty and the ur-type", async () => {
      const { complex, schemas } =
        await typesOf(`<xs:complexType name="M" mixed="true"><xs:sequence><xs:element name="a"/></xs:sequence></xs:complexType><xs:complexType name="E"/>
      <xs:complexType name="N" mixed="true"/><xs:element name="u"/>`);
      expect(complex("M").content.kind).toBe("mixed");
      expect(complex("E").content).toEqual({ kind: "empty" });
      expect(complex("N").content).toEqual({ kind: "mixed" });
      expect(schemas.elements.get("{urn:t}u")!.type).toMatchObject({ builtIn: true, name: { local: "anyType" } });
    });

    test("attribute groups, also nested and with wildcards", async () => {
      const { complex } =
        await typesOf(`<xs:attributeGroup name="g"><xs:attribute name="a" default="1"/><xs:attributeGroup ref="t:h"/><xs:anyAttribute namespace="##any"/></xs:attributeGroup>
      <xs:attributeGroup name="h"><xs:attribute name="b" use="required"/></xs:attributeGroup>
      <xs:complexType name="T"><xs:attribute name="z"/><xs:attributeGroup ref="t:g"/><xs:attribute ref="xml:lang"/><xs:anyAttribute namespace="##other"/></xs:complexType>`);
      expect(complex("T").attributeUses.map((use) => [use.attribute.name.local, use.use, use.default])).toEqual([
        ["z", "optional", undefined],
        ["a", "optional", "1"],
        ["b", "required", undefined],
        ["lang", "optional", undefined],
      ]);
      expect(attributeWildcardOf(complex("T"))).toMatchObject({ namespaces: { allow: "other", than: "urn:t" } });
    });

    test("simple content derives from what its simple type derives from", async () => {
      const { schemas } = await typesOf(
        '<xs:element name="h" type="xs:decimal"/><xs:element name="m" type="t:M" substitutionGroup="t:h"/><xs:complexType name="M"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="a"/></xs:extension></xs:simpleContent></xs:complexType>',
      );
      const member = schemas.elements.get("{urn:t}m");
      expect(schemas.elements.get("{urn:t}h")).toMatchObject({ members: [member] });
    });

    test("substitution groups know head and members, and pass on the type", async () => {
      const { schemas } = await typesOf(
        '<xs:element name="m" substitutionGroup="t:h" nillable="true"/><xs:element name="h" type="xs:date" abstract="true"/><xs:element name="n" substitutionGroup="t:m"/>',
      );
      const [head, member, second] = ["h", "m", "n"].map((name) => schemas.elements.get(`{urn:t}${name}`)!);
      expect(head!.members).toEqual([member]);
      expect(member).toMatchObject({ substitutionGroup: head, nillable: true, members: [second] });
      expect([member!.type, second!.type]).toEqual([head!.type, head!.type]);
    });

    test.each([
      ["head", '<xs:element name="h" type="t:Base" block="extension"/>', ""],
      ["head's type", '<xs:element name="h" type="t:Base"/>', ' block="extension"'],
    ])("a %s that blocks a derivation is not replaced by members that are derived so", async (_, head, block) => {
      const derived = (name: string, how: string) =>
        `<xs:complexType name="${name}"><xs:complexContent><xs:${how} base="t:Base"/></xs:complexContent></xs:complexType>`;
      const { schemas } = await typesOf(
        `${head}<xs:element name="m" type="t:Extended" substitutionGroup="t:h"/><xs:element name="n" type="t:Restricted" substitutionGroup="t:h"/>
      <xs:complexType name="Base"${block}/>${derived("Extended", "extension")}${derived("Restricted", "restriction")}`,
      );
      expect(substitutesOf(schemas.elements.get("{urn:t}h")!).map(({ name }) => name.local)).toEqual(["h", "n"]);
    });

    test("a head that blocks restriction is not replaced by a member of a restricted simple type", async () => {
      const { schemas } = await typesOf(
        `<xs:element name="h" type="xs:string" block="restriction"/><xs:element name="m" type="t:Code" substitutionGroup="t:h"/>
      <xs:element name="n" type="xs:string" substitutionGroup="t:h"/><xs:simpleType name="Code"><xs:restriction base="xs:string"/></xs:simpleType>`,
      );
      expect(substitutesOf(schemas.elements.get("{urn:t}h")!).map(({ name }) => name.local)).toEqual(["h", "n"]);
    });

    test("arrays of the SOAP encoding", async () => {
      const array = (name: string, content: string) =>
        `<xs:complexType name="${name}"><xs:complexContent><xs:restriction base="soapenc:Array" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/">${content}</xs:restriction></xs:complexContent></xs:complexType>`;
      const { complex } = await typesOf(
        array(
          "A",
          '<xs:attribute ref="soapenc:arrayType" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" wsdl:arrayType="t:A[]"/>',
        ) +
          array("B", '<xs:sequence><xs:element name="item" type="xs:int" maxOccurs="unbounded"/></xs:sequence>') +
          array("C", "") +
          array("D", '<xs:sequence><xs:element ref="t:later" maxOccurs="unbounded"/></xs:sequence>') +
          '<xs:element name="later" type="xs:int"/>',
      );
      expect(complex("A").soapArray).toEqual({
        itemType: complex("A"),
        itemTypeName: { namespace: "urn:t", local: "A" },
        dimensions: "[]",
      });
      expect(complex("B").soapArray).toMatchObject({
        itemType: { name: { local: "int" } },
        itemName: "item",
        dimensions: "[]",
      });
      expect(complex("C").soapArray).toMatchObject({ itemType: { name: { local: "anyType" } } });
      expect(complex("D").soapArray).toMatchObject({ itemType: { name: { local: "int" } }, itemName: "later" });
    });
  });

  describe("simple types", () => {
    test("facets, lists and unions", async () => {
      const { simple } =
        await typesOf(`<xs:simpleType name="R"><xs:restriction base="xs:string"><xs:pattern value="a b"/><xs:pattern value="c"/><xs:maxLength value=" 3 " fixed="true"/></xs:restriction></xs:simpleType>
      <xs:simpleType name="L"><xs:list itemType="t:R"/></xs:simpleType>
      <xs:simpleType name="U"><xs:union memberTypes="t:R xs:int"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:union></xs:simpleType>
      <xs:simpleType name="E"><xs:restriction base="xs:QName"><xs:enumeration value="t:x"><xs:annotation><xs:documentation>An x.</xs:documentation></xs:annotation></xs:enumeration></xs:restriction></xs:simpleType>`);
      expect(simple("R").facets).toMatchObject([
        { name: "pattern", value: "a b" },
        { value: "c" },
        { name: "maxLength", value: "3" },
      ]);
      expect(simple("L").variety).toEqual({ of: "list", item: simple("R") });
      expect(simple("U").variety).toMatchObject({
        of: "union",
        members: [simple("R"), { name: { local: "int" } }, { variety: { of: "list" } }],
      });
      expect(simple("E").facets).toMatchObject([{ qname: { namespace: "urn:t", local: "x" }, documentation: "An x." }]);
    });
  });

  describe("documents", () => {
    const schema = (content: string, attributes = "") =>
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" ${attributes}>${content}</xs:schema>`;

    test("a schema without a namespace takes on that of the one that includes it", async () => {
      const { complex } = await typesOf('<xs:include schemaLocation="c.xsd"/>', "", {
        "c.xsd": schema(
          '<xs:complexType name="T"><xs:sequence><xs:element name="a" type="U"/></xs:sequence></xs:complexType><xs:complexType name="U"/>',
          'elementFormDefault="qualified"',
        ),
      });
      expect(group(complex("T").content).particles[0]).toMatchObject({
        element: { name: { namespace: "urn:t", local: "a" }, type: complex("U") },
      });
    });

    test("xs:redefine replaces a component, and means the old one inside", async () => {
      const text =
        wsdlWith(`<xs:schema targetNamespace="urn:t"><xs:redefine schemaLocation="r.xsd"><xs:complexType name="T"><xs:complexContent><xs:extension base="t:T"><xs:attribute name="new"/></xs:extension></xs:complexContent></xs:complexType>
      <xs:simpleType name="S"><xs:restriction base="t:S"><xs:maxLength value="2"/></xs:restriction></xs:simpleType></xs:redefine></xs:schema>`);
      const { schemas, printed } = await loadFiles({
        "service.wsdl": text,
        "r.xsd": schema(
          '<xs:complexType name="T"><xs:attribute name="old"/></xs:complexType><xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType><xs:element name="in" type="t:T"/><xs:element name="out" type="t:S"/>',
          'targetNamespace="urn:t" xmlns:t="urn:t"',
        ),
      });
      expect(printed).toEqual([]);
      const renewed = schemas!.types.get("{urn:t}T") as ComplexType;
      expect(schemas!.elements.get("{urn:t}in")!.type).toBe(renewed);
      expect(attributeUsesOf(renewed).map((use) => use.attribute.name.local)).toEqual(["old", "new"]);
      expect(schemas!.types.get("{urn:t}S")).toMatchObject({
        facets: [{ name: "maxLength" }],
        variety: { base: { facets: [] } },
      });
    });

    test("a redefinition of what another document redefined has the steps of both", async () => {
      const adding = (name: string, location: string) =>
        `<xs:redefine schemaLocation="${location}"><xs:complexType name="T"><xs:complexContent><xs:extension base="t:T"><xs:attribute name="${name}"/></xs:extension></xs:complexContent></xs:complexType></xs:redefine>`;
      const names = 'targetNamespace="urn:t" xmlns:t="urn:t"';
      const { complex } = await typesOf(adding("third", "second.xsd"), "", {
        "second.xsd": schema(adding("second", "first.xsd"), names),
        "first.xsd": schema('<xs:complexType name="T"><xs:attribute name="first"/></xs:complexType>', names),
      });
      const uses = attributeUsesOf(complex("T")).map((use) => use.attribute.name.local);
      expect(uses).toEqual(["first", "second", "third"]);
    });

    test("schemas without a namespace, and two of one WSDL that import each other", async () => {
      const text =
        wsdlWith(`<xs:schema targetNamespace="urn:t"><xs:import namespace="urn:u"/><xs:import/><xs:element name="in" type="u:U" xmlns:u="urn:u"/><xs:element name="out" type="N"  xmlns=""/></xs:schema>
      <xs:schema targetNamespace="urn:u"><xs:import namespace="urn:t"/><xs:complexType name="U"><xs:sequence><xs:element ref="t:in"/></xs:sequence></xs:complexType></xs:schema>
      <xs:schema><xs:complexType name="N"/></xs:schema>`);
      const { schemas, printed } = await loadFiles({ "service.wsdl": text });
      expect(printed).toEqual([]);
      expect([...schemas!.types.keys()]).toEqual(["{urn:u}U", "N"]);
      expect(schemas!.documents.map((one) => one.targetNamespace)).toEqual(["urn:t", "urn:u", ""]);
    });
  });

  test("documentation that cites a page beside the WSDL is not for callers", async () => {
    const documented = (attributes: string) =>
      `<xs:complexType name="T"><xs:annotation><xs:documentation>A thing.</xs:documentation><xs:documentation ${attributes}>A note.</xs:documentation></xs:annotation></xs:complexType>`;
    const shown = async (attributes: string) => (await typesOf(documented(attributes))).complex("T").documentation;
    expect(await shown('source="README.md"')).toBe("A thing.");
    expect(await shown('source="notes/open.md#years"')).toBe("A thing.");
    for (const kept of ["", 'source=""', 'source="https://schema.example/docs"', 'source="urn:example:docs"'])
      expect(await shown(kept)).toBe("A thing.\n\nA note.");
  });
});

describe("known schemas", () => {
  const namespaces = [...securitySchemas, ...messagingSchemas].map(([namespace]) => namespace);
  const ds = "http://www.w3.org/2000/09/xmldsig#";
  const wsa = "http://www.w3.org/2005/08/addressing";

  /** Returns a WSDL whose messages have an element of each namespace that declares elements. */
  function using(schemaLocation: (namespace: string) => string): string {
    const prefixes = namespaces.map((namespace, index) => `xmlns:n${index}="${namespace}"`).join(" ");
    const imports = namespaces.map((namespace) => `<xs:import namespace="${namespace}"${schemaLocation(namespace)}/>`);
    const uses = namespaces.flatMap((namespace, index) => {
      const name = /<xs:element name="(\w+)"/.exec(globals(namespace))?.[1];
      return name === undefined ? [] : [`<xs:element ref="n${index}:${name}" minOccurs="0"/>`];
    });
    return wsdlWith(`<xs:schema targetNamespace="urn:t" ${prefixes} elementFormDefault="qualified">${imports.join("")}
<xs:element name="in"><xs:complexType><xs:sequence>${uses.join("")}</xs:sequence></xs:complexType></xs:element>
<xs:element name="out" type="xs:string"/></xs:schema>`);
  }

  /** Returns the lines of a description that declare global elements. */
  function globals(namespace: string): string {
    return (knownSchema(namespace) ?? "")
      .split("\n")
      .filter((line) => line.startsWith("<xs:element"))
      .join("\n");
  }

  const mentioned = using(() => "");

  test("each is in the one table, and is a schema without a mistake", async () => {
    for (const namespace of namespaces) expect(knownSchema(namespace)).toContain(`targetNamespace="${namespace}"`);
    expect(mentioned.match(/<xs:element ref=/g)?.length).toBeGreaterThan(8);
    const { definitions, printed, files } = await loadFiles({ "service.wsdl": mentioned });
    expect(printed).toEqual([]);
    expect(definitions).toBeDefined();
    expect(files).toHaveLength(1);
  });

  test("a validator judges what they allow", async () => {
    const folder = new Folder();
    const streams = new RecordedStreams();
    try {
      expect(await verify(folder.write(mentioned), { instances: 5 }, streams)).toBe(0);
      expect(streams.output).toContain("libxml2 judged 1 of 1 operation");
    } finally {
      folder.remove();
    }
  });

  test("they replace documents of the network and missing files, which is reported", async () => {
    const text = using(
      (namespace) =>
        ` schemaLocation="${namespace === ds ? "xmldsig.xsd" : `http://localhost:9/${encodeURIComponent(namespace)}`}"`,
    );
    const { definitions, printed } = await loadFiles({ "service.wsdl": text });
    expect(definitions).toBeDefined();
    expect(printed).toContainEqual(
      expect.stringMatching(
        /note: the generator's own description of namespace "http:\/\/www\.w3\.org\/2000\/09\/xmldsig#" is used: file .*xmldsig\.xsd does not exist/,
      ),
    );
    expect(printed.filter((line) => !line.includes(": note: "))).toEqual([]);
  });

  test("the user's own document comes first, in its place or by a catalog", async () => {
    const own = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${wsa}"><xs:element name="EndpointReference" type="xs:int"/></xs:schema>`;
    const service = (location: string) =>
      wsdlWith(
        `<xs:schema targetNamespace="urn:t" xmlns:a="${wsa}"><xs:import namespace="${wsa}"${location}/><xs:element name="out" type="xs:string"/></xs:schema>`,
        { in: `element="a:EndpointReference" xmlns:a="${wsa}"` },
      );
    for (const [location, options] of [
      [' schemaLocation="own.xsd"', {}],
      ["", { catalogs: ["catalog.tsv"] }],
      [' schemaLocation="http://localhost:9/ws-addr.xsd"', { catalogs: ["catalog.tsv"] }],
    ] as const) {
      const files = { "service.wsdl": service(location), "own.xsd": own, "catalog.tsv": `${wsa}\town.xsd` };
      const { schemas, printed } = await loadFiles(files, options);
      expect(printed).toEqual([]);
      expect(schemas!.elements.get(`{${wsa}}EndpointReference`)?.type.name?.local).toBe("int");
    }
  });

  test("an undeclared component of a description is reported as of any schema", async () => {
    const text = wsdlWith(
      `<xs:schema targetNamespace="urn:t"><xs:import namespace="${ds}"/><xs:element name="out" type="xs:string"/></xs:schema>`,
      { in: `element="d:Signatur" xmlns:d="${ds}"` },
    );
    const { printed } = await loadFiles({ "service.wsdl": text });
    expect(printed.join("\n")).toContain(`element {${ds}}Signatur is not defined. Did you mean {${ds}}Signature?`);
  });

  describe("a namespace that a message refers to and nothing imports", () => {
    const text = (namespace: string) =>
      wsdlWith('<xs:schema targetNamespace="urn:t"><xs:element name="out" type="xs:string"/></xs:schema>', {
        in: `element="n:EndpointReference" xmlns:n="${namespace}"`,
      });

    test("is the generator's own, where that is known, and verified", async () => {
      const { schemas, printed } = await loadFiles({ "service.wsdl": text(wsa) });
      expect(schemas?.elements.has(`{${wsa}}EndpointReference`)).toBe(true);
      expect(printed).toEqual([
        `service.wsdl:4:20: warning: nothing imports namespace "${wsa}"; the generator's schema of ${wsa} is read. Import it in wsdl:types, because other tools expect it there.`,
      ]);
      const folder = new Folder();
      try {
        expect(await verify(folder.write(text(wsa)), { instances: 3 }, new RecordedStreams())).toBe(0);
      } finally {
        folder.remove();
      }
    });

    test("is that of the catalog, which comes first", async () => {
      for (const namespace of [wsa, "urn:own"]) {
        const own = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"><xs:element name="EndpointReference" type="xs:int"/></xs:schema>`;
        const files = { "service.wsdl": text(namespace), "own.xsd": own, "catalog.tsv": `${namespace}\town.xsd` };
        const { schemas, printed } = await loadFiles(files, { catalogs: ["catalog.tsv"] });
        expect(schemas!.elements.get(`{${namespace}}EndpointReference`)?.type.name?.local).toBe("int");
        expect(printed.join()).toContain(`warning: nothing imports namespace "${namespace}"; own.xsd is read.`);
      }
    });

    test("is an error with the remedy, where neither has it", async () => {
      const { definitions, printed } = await loadFiles({ "service.wsdl": text("urn:own") });
      expect(definitions).toBeUndefined();
      expect(printed).toEqual([
        "service.wsdl:4:36: error: element {urn:own}EndpointReference is not defined. No schema of that namespace was read. Import it, or map the namespace to a file with --catalog. It may have any content with --allow-missing-messages. Operation o needs it.",
      ]);
    });
  });
});
