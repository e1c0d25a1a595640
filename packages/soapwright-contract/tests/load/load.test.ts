/** Tests `diagnostics` and `wsdl/load` by themselves: no entry point shows them whole. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadFiles, schemaWith, wsdlWith } from "soapwright-testing/codegen/load-files";
import { formatDiagnostic } from "../../src/diagnostics";
import { loadDefinitions } from "../../src/wsdl/load";

describe("load", () => {
  const types =
    '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="in" type="xs:int"/><xs:element name="out" type="xs:int"/></xs:schema>';
  const importing = (location: string) =>
    wsdlWith(`<xs:schema><xs:import namespace="urn:t" schemaLocation="${location}"/></xs:schema>`);

  describe("finding documents", () => {
    test("relative locations are resolved against the document they stand in", async () => {
      const { definitions, files } = await loadFiles({
        "service.wsdl": importing("a/one.xsd"),
        "a/one.xsd":
          '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:include schemaLocation="../b/two.xsd"/></xs:schema>',
        "b/two.xsd": types,
      });
      expect(definitions).toBeDefined();
      expect(files).toHaveLength(3);
    });

    test.each(["a#b.wsdl", "c# (1)/a.wsdl", "a%20b.wsdl"])(
      "a path with characters of addresses is a path: %s",
      async (name) => {
        const folder = mkdtempSync(join(tmpdir(), "load-"));
        try {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), importing("types.xsd"));
          writeFileSync(join(dirname(join(folder, name)), "types.xsd"), types);
          const { diagnostics, files } = await loadDefinitions(join(folder, name));
          expect(diagnostics).toEqual([]);
          expect(files).toHaveLength(2);
        } finally {
          rmSync(folder, { recursive: true });
        }
      },
    );

    test("an address of another scheme is named without its password", async () => {
      const { diagnostics } = await loadDefinitions("ftp://me:hunter2@files.example/a.wsdl?key=hunter2");
      expect(diagnostics.map(formatDiagnostic)).toEqual([
        "ftp://files.example/a.wsdl?key=***:1:1: error: ftp://files.example/a.wsdl?key=*** is not an address that can be read. Map it to a file with --catalog.",
      ]);
    });

    test("includes that go round are read once each", async () => {
      const including = (other: string, element: string) =>
        `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:include schemaLocation="${other}"/><xs:element name="${element}" type="xs:int"/></xs:schema>`;
      const { definitions, printed, files } = await loadFiles({
        "service.wsdl": importing("a.xsd"),
        "a.xsd": including("b.xsd", "in"),
        "b.xsd": including("a.xsd", "out"),
      });
      expect(printed).toEqual([]);
      expect(definitions).toBeDefined();
      expect(files).toHaveLength(3);
    });

    test("the hash is that of the bytes", async () => {
      const { files } = await loadFiles({ "service.wsdl": schemaWith("") });
      expect(files[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    });

    test.each([
      ["a file that is not there", "missing.xsd", "file missing.xsd does not exist"],
      ["a folder", ".", "is not a regular file"],
      [
        "a path out of the folder",
        "../../other/types.xsd",
        "is outside the folder of the WSDL. Allow it with --allow-outside",
      ],
      ["an absolute path", "/etc/passwd", "is outside the folder of the WSDL"],
      ["a file address", "file:///etc/passwd", "is outside the folder of the WSDL"],
      ["an escaped way out", "%2e%2e/%2e%2e/types.xsd", "is outside the folder of the WSDL"],
      [
        "another host",
        "http://localhost:1/types.xsd",
        "is not read: no network; 2 references need it, the first in line 4. Map it to a file with --catalog",
      ],
      ["another scheme", "ftp://localhost/types.xsd", "ftp://localhost/types.xsd is not an address that can be read"],
      [
        "a scheme without host",
        "classpath:a/types.xsd",
        '"urn:t": classpath:a/types.xsd is not an address that can be',
      ],
    ])("%s is an error at the location", async (_what, location, message) => {
      const { definitions, printed } = await loadFiles({ "service.wsdl": importing(location) });
      expect(definitions).toBeUndefined();
      expect(printed[0]).toMatch(/^service\.wsdl:3:\d+: error: cannot load the schema of namespace "urn:t": /);
      expect(printed[0]).toContain(message);
      expect(printed).toHaveLength(1);
    });

    test("an import from elsewhere that nothing refers to is a warning", async () => {
      const schema = '<xs:import namespace="urn:unused" schemaLocation="https://localhost/unused.xsd"/>';
      const { definitions, printed } = await loadFiles({
        "service.wsdl": wsdlWith(
          `<xs:schema targetNamespace="urn:t">${schema}<xs:element name="in"/><xs:element name="out"/></xs:schema>`,
        ),
      });
      expect(definitions).toBeDefined();
      expect(printed[0]).toContain("warning: cannot load");
      expect(printed[0]).toContain("nothing refers to it");
    });

    test("a catalogue maps locations and namespaces to files", async () => {
      for (const key of ["http://localhost:1/types.xsd", "urn:t"]) {
        const { definitions, printed } = await loadFiles(
          {
            "service.wsdl": importing("http://localhost:1/types.xsd"),
            "well/known.xsd": types,
            "well/catalog.tsv": `# comment\n\n${key}\tknown.xsd\n`,
          },
          { catalogs: ["well/catalog.tsv"] },
        );
        expect(printed).toEqual([]);
        expect(definitions).toBeDefined();
      }
    });

    test("a catalogue brings a namespace whose import names no place", async () => {
      const { definitions } = await loadFiles(
        {
          "service.wsdl": wsdlWith('<xs:schema><xs:import namespace="urn:t"/></xs:schema>'),
          "known.xsd": types,
          "c.tsv": "urn:t\tknown.xsd",
        },
        { catalogs: ["c.tsv"] },
      );
      expect(definitions).toBeDefined();
    });

    test("a catalogue that cannot be read is an error with its line", async () => {
      const { printed } = await loadFiles(
        { "service.wsdl": schemaWith(""), "c.tsv": "urn:t\tx.xsd\nnonsense" },
        { catalogs: ["c.tsv"] },
      );
      expect(printed).toEqual(["c.tsv:2:1: error: not an entry: a namespace or location, a tab, a path."]);
    });

    test("a root that does not exist is an error", async () => {
      const { diagnostics } = await loadDefinitions("no/such.wsdl");
      expect(diagnostics.map(formatDiagnostic)).toEqual(["no/such.wsdl:1:1: error: file no does not exist."]);
    });
  });

  describe("what is not a regular file", () => {
    const folder = mkdtempSync(join(tmpdir(), "load-"));
    afterAll(() => rmSync(folder, { recursive: true }));
    const load = async (location: string) => {
      writeFileSync(join(folder, "s.wsdl"), importing(location));
      const { diagnostics } = await loadDefinitions(join(folder, "s.wsdl"));
      return diagnostics.map(formatDiagnostic).join("\n");
    };

    test("a link out of the folder is refused", async () => {
      symlinkSync("/etc/passwd", join(folder, "link.xsd"));
      expect(await load("link.xsd")).toContain("is outside the folder of the WSDL");
    });

    test("a link within the folder is followed", async () => {
      writeFileSync(join(folder, "real.xsd"), types);
      symlinkSync("real.xsd", join(folder, "inside.xsd"));
      expect(await load("inside.xsd")).toBe("");
    });

    test("a FIFO is refused without waiting", async () => {
      execFileSync("mkfifo", [join(folder, "fifo.xsd")]);
      expect(await load("fifo.xsd")).toContain("fifo.xsd is not a regular file");
    });

    test("a folder is refused by its name, and called a folder", async () => {
      const { diagnostics } = await loadDefinitions(folder);
      expect(diagnostics.map(formatDiagnostic).join("")).toMatch(
        /: error: \S+ is not a regular file\. It is a folder: name a file in it\.$/,
      );
    });

    test("a device is refused, also as the root", async () => {
      const { diagnostics } = await loadDefinitions("/dev/zero");
      expect(diagnostics.map(formatDiagnostic)).toEqual(["/dev/zero:1:1: error: /dev/zero is not a regular file."]);
    });

    test("a file of 500 MB is refused before it is read", async () => {
      writeFileSync(join(folder, "large.xsd"), "");
      truncateSync(join(folder, "large.xsd"), 500 * 1024 * 1024);
      expect(await load("large.xsd")).toContain(
        "large.xsd is larger than 16777216 bytes. Raise the limit with --max-file-bytes",
      );
    });
  });

  describe("limits", () => {
    const chained = (count: number) => {
      const files: { [name: string]: string } = { "service.wsdl": importing("0.xsd") };
      for (let n = 0; n < count; n++) {
        const next =
          n + 1 < count
            ? `<xs:include schemaLocation="${n + 1}.xsd"/>`
            : '<xs:element name="in"/><xs:element name="out"/>';
        files[`${n}.xsd`] =
          `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">${next}</xs:schema>`;
      }
      return files;
    };

    test.each([
      ["files", { maxFiles: 10 }, "more than 10 files. Raise the limit with --max-files"],
      [
        "bytes in all",
        { maxTotalBytes: 2000 },
        "more than 2000 bytes in all files. Raise the limit with --max-total-bytes",
      ],
      ["bytes of a file", { maxFileBytes: 400 }, "larger than 400 bytes. Raise the limit with --max-file-bytes"],
      [
        "documents that load each other",
        { maxDepth: 10 },
        "schema documents that load each other 10 deep. Raise the limit with --max-depth",
      ],
    ])("on %s", async (_what, limits, message) => {
      const { definitions, printed } = await loadFiles(chained(20), { limits });
      expect(definitions).toBeUndefined();
      expect(printed.join("\n")).toContain(message);
    });

    test("on types", async () => {
      const many = Array.from({ length: 100 }, (_, n) => `<xs:complexType name="T${n}"/>`).join("");
      const { printed } = await loadFiles({ "service.wsdl": schemaWith(many) }, { limits: { maxTypes: 50 } });
      expect(printed).toEqual([expect.stringContaining("error: more than 50 types. Raise the limit with --max-types")]);
    });

    test("on what groups expand to", async () => {
      const doubling = Array.from(
        { length: 40 },
        (_, n) =>
          `<xs:group name="g${n + 1}"><xs:sequence><xs:group ref="t:g${n}"/><xs:group ref="t:g${n}"/></xs:sequence></xs:group>`,
      );
      const first = '<xs:group name="g0"><xs:sequence><xs:element name="e" type="xs:int"/></xs:sequence></xs:group>';
      const { printed } = await loadFiles({ "service.wsdl": schemaWith(first + doubling.join("")) });
      expect(printed).toEqual([
        expect.stringContaining(
          "error: a content model of more than 50000 particles. Raise the limit with --max-particles",
        ),
      ]);
    });
  });

  describe("remote documents", () => {
    test("are read only when allowed, within the limits", async () => {
      const server = createServer((request, response) => {
        if (request.url === "/types.xsd") response.end(types);
        else if (request.url === "/large.xsd") response.end(" ".repeat(100_000));
        else response.writeHead(404).end();
      });
      await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      try {
        const allowed = { allowRemote: true, limits: { maxFileBytes: 50_000 } };
        const good = await loadFiles({ "service.wsdl": importing(`${base}/types.xsd`) }, allowed);
        expect(good.definitions).toBeDefined();
        const large = await loadFiles({ "service.wsdl": importing(`${base}/large.xsd`) }, allowed);
        expect(large.printed[0]).toContain("is larger than 50000 bytes");
        const missing = await loadFiles({ "service.wsdl": importing(`${base}/none.xsd`) }, allowed);
        expect(missing.printed[0]).toContain("returned status 404");
      } finally {
        server.close();
        server.closeAllConnections();
      }
    });
  });

  describe("what permissions solve", () => {
    const schema = (namespace: string, content: string) =>
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:n="urn:net" targetNamespace="${namespace}">${content}</xs:schema>`;
    const files = {
      "a/b/service.wsdl": importing("../../types/types.xsd").replace(/<service[\s\S]*<\/service>/, ""),
      "types/types.xsd": schema(
        "urn:t",
        '<xs:include schemaLocation="more.xsd"/><xs:import namespace="urn:net" schemaLocation="http://localhost:1/net.xsd"/><xs:element name="in" type="n:x"/>',
      ),
      "types/more.xsd": schema("urn:t", '<xs:element name="out" type="xs:int"/>'),
      "types/secret.xml": "<settings/>",
    };
    const loadAt = async (more: { [name: string]: string } = {}, options = {}) => {
      const folder = mkdtempSync(join(tmpdir(), "together-"));
      try {
        for (const [name, text] of Object.entries({ ...files, ...more })) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), text);
        }
        const loaded = await loadDefinitions(join(folder, "a/b/service.wsdl"), options);
        return {
          ...loaded,
          // The path of the folder may be absolute or relative to the working directory.
          printed: loaded.diagnostics.map((one) => formatDiagnostic(one).replaceAll(/\S*together-\w+\//g, "")),
        };
      } finally {
        rmSync(folder, { recursive: true });
      }
    };

    test("is reported in one run, with the flags of one command", async () => {
      const { definitions, printed } = await loadAt();
      expect(definitions).toBeUndefined();
      expect(printed).toEqual([
        expect.stringContaining("error: no wsdl:service"),
        expect.stringContaining("types/types.xsd is outside the folder of the WSDL. Allow it with --allow-outside"),
        expect.stringContaining("http://localhost:1/net.xsd is not read: no network; 1 reference needs it"),
        expect.stringMatching(
          /note: 3 of the errors are solved by permissions\. Run the same command with --allow-no-service --allow-outside --allow-remote\. Or put --catalog FILE in place of --allow-remote/,
        ),
      ]);
    });

    test("is solved by that command", async () => {
      const catalog = {
        "c.tsv": "http://localhost:1/net.xsd\tnet.xsd",
        "net.xsd": schema("urn:net", '<xs:simpleType name="x"><xs:restriction base="xs:int"/></xs:simpleType>'),
      };
      const folder = mkdtempSync(join(tmpdir(), "catalog-"));
      for (const [name, text] of Object.entries(catalog)) writeFileSync(join(folder, name), text);
      const options = { allowNoService: true, allowOutside: true, catalogs: [join(folder, "c.tsv")] };
      const { definitions, printed } = await loadAt({}, options);
      rmSync(folder, { recursive: true });
      expect(printed).toEqual([]);
      expect(definitions).toBeDefined();
    });

    test("of a file outside that is no schema, the message is that of one that is missing", async () => {
      const messages = await Promise.all(
        ["secret.xml", "nothing.xml"].map(async (name) => {
          const { printed } = await loadAt({ "a/b/service.wsdl": importing(`../../types/${name}`) });
          return printed.map((line) => line.replace(name, "FILE"));
        }),
      );
      expect(messages[0]).toEqual(messages[1]);
      expect(messages[0]).toEqual([expect.stringContaining("types/FILE is outside the folder of the WSDL")]);
    });
  });
});

describe("catalog", () => {
  const types = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:element name="in" type="xs:int"/><xs:element name="out" type="xs:int"/></xs:schema>`;
  const location = "http://localhost:1/schemas/v1/types.xsd";
  const service = wsdlWith(`<xs:schema><xs:import namespace="urn:t" schemaLocation="${location}"/></xs:schema>`);
  const catalog = (entries: string, attributes = "") =>
    `<?xml version="1.0"?><!DOCTYPE catalog PUBLIC "-//OASIS//DTD XML Catalogs V1.1//EN" "http://localhost:1/catalog.dtd">
<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog"${attributes}>\n${entries}\n</catalog>`;

  async function loads(entries: string, more: { [name: string]: string } = {}, attributes = "") {
    const files = {
      "service.wsdl": service,
      "c/catalog.xml": catalog(entries, attributes),
      "c/types.xsd": types,
      ...more,
    };
    const { definitions, printed } = await loadFiles(files, { catalogs: ["c/catalog.xml"] });
    return { isLoaded: definitions !== undefined, printed: printed.filter((line) => !line.includes("(DTD) ignored")) };
  }

  test.each([
    ["uri of a location", `<uri name="${location}" uri="types.xsd"/>`],
    ["uri of a namespace", `<uri name="urn:t" uri="types.xsd"/>`],
    ["system", `<system systemId="${location}" uri="types.xsd"/>`],
    ["rewriteURI", `<rewriteURI uriStartString="http://localhost:1/schemas/v1/" rewritePrefix="./"/>`],
    ["rewriteSystem", `<rewriteSystem systemIdStartString="http://localhost:1/schemas/v1/" rewritePrefix="./"/>`],
    [
      "the longest start",
      `<rewriteURI uriStartString="http://localhost:1/" rewritePrefix="nowhere/"/><rewriteURI uriStartString="http://localhost:1/schemas/v1/" rewritePrefix="./"/>`,
    ],
    [
      "an exact entry before a start",
      `<rewriteURI uriStartString="http://localhost:1/schemas/v1/t" rewritePrefix="x/"/><uri name="${location}" uri="types.xsd"/>`,
    ],
    ["the first of two", `<uri name="${location}" uri="types.xsd"/><uri name="${location}" uri="nowhere.xsd"/>`],
    ["uriSuffix", `<uriSuffix uriSuffix="/v1/types.xsd" uri="types.xsd"/>`],
    [
      "a group, and entries that say nothing of a WSDL",
      `<group prefer="public"><public publicId="x" uri="y"/><uri name="${location}" uri="types.xsd"/></group>`,
    ],
  ])("%s", async (_what, entries) => {
    expect(await loads(entries)).toEqual({ isLoaded: true, printed: [] });
  });

  test("xml:base, of the catalog, a group and an entry", async () => {
    const entry = `<group xml:base="b/"><uri name="urn:t" uri="types.xsd" xml:base="d/"/></group>`;
    const files = { "c/types.xsd": "<no/>", "c/a/b/d/types.xsd": types };
    expect(await loads(entry, files, ' xml:base="a/"')).toEqual({ isLoaded: true, printed: [] });
  });

  test("nextCatalog, one after the other, and by lines too", async () => {
    const entries = `<nextCatalog catalog="one/next.xml"/><nextCatalog catalog="two.tsv"/>`;
    const files = {
      "c/one/next.xml": catalog('<nextCatalog catalog="../deep.xml"/>'),
      "c/deep.xml": catalog(""),
      "c/two.tsv": "urn:t\ttypes.xsd",
    };
    expect(await loads(entries, files)).toEqual({ isLoaded: true, printed: [] });
  });

  test("catalogs that name each other are read once each", async () => {
    const files = {
      "c/b.xml": catalog(
        '<nextCatalog catalog="catalog.xml"/><uri name="urn:t" uri="types.xsd"/><nextCatalog catalog="b.xml"/>',
      ),
    };
    expect(await loads('<nextCatalog catalog="b.xml"/><nextCatalog catalog="./b.xml"/>', files)).toEqual({
      isLoaded: true,
      printed: [],
    });
  });

  test("an entry that cannot be read is reported with its place, and the rest is used", async () => {
    const { isLoaded, printed } = await loads(
      `<nextCatalog catalog="no.xml"/><nextCatalog catalog="http://localhost:1/c.xml"/><delegateURI uriStartString="x" catalog="y.xml"/><uri name="a"/><uri name="urn:t" uri="types.xsd"/>`,
    );
    expect(isLoaded).toBe(true);
    expect(printed).toEqual([
      expect.stringMatching(/catalog\.xml:3:1: warning: nextCatalog is ignored: file .*no\.xml does not exist\.$/),
      expect.stringMatching(/warning: nextCatalog is ignored\. Its attribute catalog names a local file\.$/),
      expect.stringMatching(/warning: delegateURI of a catalog is not read\. Write uri, system,/),
      expect.stringMatching(/warning: uri of a catalog is ignored\. It needs name and uri, an address or a path\.$/),
    ]);
  });

  test.each([
    ["markup that is not well-formed", "<catalog", /^c\/catalog\.xml:\d+:1: error: not well-formed XML/],
    ["another document", "<a/>", /^c\/catalog\.xml:1:1: error: not a catalog: its root is a\.$/],
    [
      "an entity",
      '<!DOCTYPE catalog [<!ENTITY x SYSTEM "file:///etc/passwd">]><catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">&x;</catalog>',
      /error: not well-formed XML: &x; refers to an entity/,
    ],
  ])("%s instead of a catalog is an error", async (_what, text, message) => {
    const { isLoaded, printed } = await loads("", { "c/catalog.xml": text });
    expect(isLoaded).toBe(false);
    expect(printed).toEqual([expect.stringMatching(message)]);
  });

  test("an address that a catalog gives is read only where the network is allowed", async () => {
    const { isLoaded, printed } = await loads('<uri name="urn:t" uri="http://localhost:2/types.xsd"/>');
    expect(isLoaded).toBe(false);
    expect(printed).toEqual([expect.stringContaining("http://localhost:2/types.xsd is not read: no network")]);
  });

  test("a relative location is looked up as the address that it is resolved to", async () => {
    const schema = (location: string) =>
      `<xs:schema><xs:import namespace="urn:t" schemaLocation="${location}"/></xs:schema>`;
    for (const [from, entry] of [
      ["../v0/types.xsd", `<uriSuffix uriSuffix="/v0/types.xsd" uri="types.xsd"/>`],
      ["c/../old/types.xsd", `<systemSuffix systemIdSuffix="/old/types.xsd" uri="types.xsd"/>`],
      [
        "old/types.xsd",
        `<rewriteURI uriStartString="../old/" rewritePrefix="./"/><uriSuffix uriSuffix="old/types.xsd" uri="types.xsd"/>`,
      ],
    ] as const) {
      const files = { "service.wsdl": wsdlWith(schema(from)), "old/types.xsd": "<no/>" };
      expect(await loads(entry, files)).toEqual({ isLoaded: true, printed: [] });
    }
  });

  test("two versions of one schema are one error, which a catalog solves", async () => {
    const version = (type: string) =>
      types.replace(
        "</xs:schema>",
        `<xs:simpleType name="a"><xs:restriction base="${type}"/></xs:simpleType>
      <xs:simpleType name="b"><xs:restriction base="${type}"/></xs:simpleType></xs:schema>`,
      );
    const [first, second] = ["v1/types.xsd", "v2/types.xsd"].map((at) => `<xs:include schemaLocation="${at}"/>`);
    const files = {
      "service.wsdl": wsdlWith(
        `<xs:schema targetNamespace="urn:t">${first}</xs:schema><xs:schema targetNamespace="urn:t">${second}</xs:schema>`,
        { in: 'type="t:b"' },
      ),
      "v1/types.xsd": version("xs:int"),
      "v2/types.xsd": version("xs:string"),
    };
    const refused = await loads("", files);
    expect(refused.printed.filter((line) => line.includes("error: "))).toEqual([
      expect.stringMatching(
        /v2.types.xsd:1:\d+: error: xs:simpleType is defined twice, and so is one more component \({urn:t}a\). The first is at v1.types.xsd:1. If these are two versions of one schema, map the location of one to the other with --catalog; else take the first with --allow-double-types\. Operation o needs it\.$/,
      ),
    ]);
    const mapped = await loads('<uriSuffix uriSuffix="/v2/types.xsd" uri="../v1/types.xsd"/>', files);
    expect(mapped).toEqual({ isLoaded: true, printed: [] });
  });

  test("a relative location of no file is looked up by its namespace, and the message names the catalog", async () => {
    const files = {
      "service.wsdl": wsdlWith('<xs:schema><xs:import namespace="urn:t" schemaLocation="typs.xsd"/></xs:schema>'),
      "types.xsd": types,
    };
    expect(await loads('<uri name="urn:t" uri="types.xsd"/>', files)).toEqual({ isLoaded: true, printed: [] });
    const { isLoaded, printed } = await loads('<uri name="urn:other" uri="types.xsd"/>', files);
    expect(isLoaded).toBe(false);
    expect(printed[0]).toMatch(
      /service\.wsdl:3:\d+: error: .*typs\.xsd does not exist, and no entry of .*catalog\.xml names/,
    );
    expect(printed[0]).toContain("Did you mean types.xsd? Or map the namespace to a file with --catalog.");
  });
});
