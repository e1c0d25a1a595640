/** Stacks that support MTOM: their programs, compiled once. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { addressedStacks, jaxwsJars, OPENED } from "../addressing/stacks";
import { newFolder } from "../folders";
import { gsoapProgram, hasGsoap } from "../gsoap";
import { type ForeignServer, outputOf, python, runs, type SoapVersion, startServer } from "../stack";

/** The WSDL for stacks that write none. */
export const ARCHIVE_WSDL = join(__dirname, "archive.wsdl");

/**
 * A stack: whether it is installed, its server of the archive, and its client, which prints a length and `true` for
 * each call.
 */
export interface ArchiveStack {
  readonly name: string;
  readonly isInstalled: () => boolean;
  readonly serve: (soapVersion: SoapVersion) => Promise<ForeignServer>;
  /** Set if the stack writes its own WSDL. */
  readonly hasWsdl?: true;
  readonly call?: (address: string, port: string, soapVersion: SoapVersion) => Promise<string>;
}

let compiled: Promise<string> | undefined;

/** Compiles the program, and generates the beans of its messages with WsGen. Resolves to the class path. */
function java(): Promise<string> {
  compiled ??= (async () => {
    const folder = newFolder();
    const path = `${folder}:${jaxwsJars()}`;
    const sources = ["JaxwsArchivePort", "JaxwsArchive", "JaxwsDossier", "JaxwsClaimsPort", "JaxwsClaims"].map((name) =>
      join(__dirname, `${name}.java`),
    );
    await outputOf("javac", ["-nowarn", "-cp", path, "-d", folder, ...sources]);
    for (const name of ["JaxwsArchive$Eleven", "claims.JaxwsClaims$Served"]) {
      await outputOf("java", [...OPENED, "-cp", path, "com.sun.tools.ws.WsGen", "-cp", path, "-d", folder, name]);
    }
    return path;
  })();
  return compiled;
}

const jaxws: ArchiveStack = {
  name: "JAX-WS RI",
  isInstalled: addressedStacks.jaxws.isInstalled,
  hasWsdl: true,
  serve: async (soapVersion) => {
    const args = [...OPENED, "-cp", await java(), "JaxwsArchive", "server", soapVersion];
    return startServer("java", () => args, {});
  },
  call: async (address, port) =>
    outputOf("java", [...OPENED, "-cp", await java(), "JaxwsArchive", "client", address, port]),
};

const archiveByGsoap = () =>
  gsoapProgram({
    wsdl: readFileSync(ARCHIVE_WSDL, "utf8"),
    source: join(__dirname, "gsoap-archive.cpp"),
    imports: ["xop.h"],
  });

const gsoap: ArchiveStack = {
  name: "gSOAP",
  isInstalled: hasGsoap,
  serve: async () => startServer(await archiveByGsoap(), (port) => ["server", String(port)], {}),
  call: async (address, _port, soapVersion) => outputOf(await archiveByGsoap(), ["client", address, soapVersion]),
};

let program: Promise<string> | undefined;

function wcf(): Promise<string> {
  program ??= (async () => {
    const file = join(newFolder(), "archive.exe");
    const references = ["System.ServiceModel", "System.Runtime.Serialization", "System.Xml"].map(
      (name) => `-r:${name}`,
    );
    await outputOf("mcs", [...references, `-out:${file}`, join(__dirname, "WcfArchive.cs")]);
    return file;
  })();
  return program;
}

const mono: ArchiveStack = {
  name: "WCF (Mono)",
  isInstalled: addressedStacks.mono.isInstalled,
  serve: async (soapVersion) => {
    const file = await wcf();
    return startServer("mono", () => [file, "server", soapVersion], {});
  },
  call: async (address, _port, soapVersion) => outputOf("mono", [await wcf(), "client", soapVersion, address]),
};

const spyne: ArchiveStack = {
  name: "spyne",
  isInstalled: () => runs(python, ["-c", "import spyne"]),
  serve: (soapVersion) => startServer(python, () => [join(__dirname, "spyne-archive.py")], { SOAP: soapVersion }),
};

export const archiveStacks = { jaxws, gsoap, mono, spyne };

/** The WSDL of parts beside the envelope. */
const DOSSIER_WSDL = join(__dirname, "../../../packages/soapwright-testing/src/golden/cases/attachments/service.wsdl");

/** A stack with SOAP with Attachments: its server of the dossier, and its client, which prints a line for each call. */
export interface DossierStack {
  readonly name: string;
  readonly isInstalled: () => boolean;
  readonly serve: () => Promise<ForeignServer>;
  readonly call: (address: string) => Promise<string>;
  /** Set if the stack qualifies parts of an rpc element, which are in no namespace (WS-I Basic Profile 1.1, R2735). */
  readonly qualifiesRpcParts?: true;
}

const dossierByGsoap = () =>
  gsoapProgram({ wsdl: readFileSync(DOSSIER_WSDL, "utf8"), source: join(__dirname, "gsoap-dossier.cpp") });
const dossierByJaxws = async () => [...OPENED, "-cp", await java(), "JaxwsDossier"];

export const dossierStacks: readonly DossierStack[] = [
  {
    name: "JAX-WS RI and SAAJ",
    isInstalled: jaxws.isInstalled,
    serve: async () => {
      const args = [...(await dossierByJaxws()), "server"];
      return startServer("java", () => args, {});
    },
    call: async (address) => outputOf("java", [...(await dossierByJaxws()), "client", address]),
  },
  {
    name: "gSOAP",
    isInstalled: hasGsoap,
    qualifiesRpcParts: true,
    serve: async () => startServer(await dossierByGsoap(), (port) => ["server", String(port)], {}),
    call: async (address) => outputOf(await dossierByGsoap(), ["client", address]),
  },
];

const claimsByJaxws = async () => [...OPENED, "-cp", await java(), "claims.JaxwsClaims"];

/** JAX-WS RI with values that refer to parts. It writes its own WSDL. */
export const claimsStack = {
  isInstalled: jaxws.isInstalled,
  serve: async (): Promise<ForeignServer> => {
    const args = [...(await claimsByJaxws()), "server"];
    return startServer("java", () => args, {});
  },
  call: async (address: string) => outputOf("java", [...(await claimsByJaxws()), "client", address]),
};

const CLAIMS_WSDL = join(
  __dirname,
  "../../../packages/soapwright-testing/src/golden/cases/part-references/service.wsdl",
);
/** The schema of `swaRef`, which stacks other than ours need. */
const SWA_REF =
  '<xs:schema targetNamespace="http://ws-i.org/profiles/basic/1.1/xsd"><xs:simpleType name="swaRef"><xs:restriction base="xs:anyURI"/></xs:simpleType></xs:schema>';

const claimsByGsoap = () =>
  gsoapProgram({
    wsdl: readFileSync(CLAIMS_WSDL, "utf8").replace("<types>", `<types>${SWA_REF}`),
    source: join(__dirname, "gsoap-claims.cpp"),
  });

/** gSOAP with values that refer to parts, from our WSDL. */
export const claimsOfGsoap = {
  isInstalled: hasGsoap,
  serve: async (): Promise<ForeignServer> => startServer(await claimsByGsoap(), (port) => ["server", String(port)], {}),
  call: async (address: string) => outputOf(await claimsByGsoap(), ["client", address]),
};
