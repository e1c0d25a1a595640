/** Stacks that support WS-Addressing: their programs, compiled once. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../folders";
import { gsoapProgram, hasGsoap } from "../gsoap";
import { type ForeignServer, outputOf, runs, type SoapVersion, startServer } from "../stack";

const JARS = "/usr/share/java";
/** The files that Debian's libjaxws-java needs, and WsGen. */
const NEEDED =
  /^(?:jaxws-api|jaxws-rt|jaxws-tools|jaxb-(?:api|impl|core|runtime|xjc|jxc)|saaj-impl|javax\.xml\.soap-api|jws-api|geronimo-annotation-1\.3-spec|stax-ex|stax2-api|streambuffer|mimepull|metro-policy|gmbal|istack-commons-(?:runtime|tools)|txw2|FastInfoset|woodstox-core|javax\.activation|xml-resolver|rngom|xsom|codemodel|dtd-parser|asm)\.jar$/;
/** The packages to open, because JAX-WS RI 2.3 was built for earlier versions of Java. */
export const OPENED = ["java.lang", "java.lang.reflect"].flatMap((name) => [
  "--add-opens",
  `java.base/${name}=ALL-UNNAMED`,
]);
const sources = (...names: readonly string[]): string[] => names.map((name) => join(__dirname, name));

export type AddressingVersion = "1.0" | "2004/08";

/** A stack: whether it is installed, its server of parcels, and its client, which prints lines. */
export interface AddressedStack {
  readonly name: string;
  readonly isInstalled: () => boolean;
  readonly serve?: (soapVersion: SoapVersion, addressing?: AddressingVersion) => Promise<ForeignServer>;
  readonly call: (
    address: string,
    port: string,
    soapVersion: SoapVersion,
    addressing?: AddressingVersion,
  ) => Promise<string>;
  readonly versions: readonly SoapVersion[];
}

/** Returns the paths of the jars as a class path. */
export function jaxwsJars(): string {
  return readdirSync(JARS)
    .filter((name) => NEEDED.test(name))
    .map((name) => join(JARS, name))
    .join(":");
}

let compiled: Promise<string> | undefined;

/** Compiles the program, and generates the beans of its messages with WsGen. Resolves to the class path. */
function java(): Promise<string> {
  compiled ??= (async () => {
    const folder = newFolder();
    const path = `${folder}:${jaxwsJars()}`;
    await outputOf("javac", ["-nowarn", "-cp", path, "-d", folder, ...sources("JaxwsPort.java", "JaxwsParcels.java")]);
    const wsgen = ["com.sun.tools.ws.WsGen", "-cp", path, "-d", folder, "JaxwsParcels$Eleven"];
    await outputOf("java", [...OPENED, "-cp", path, ...wsgen]);
    return path;
  })();
  return compiled;
}

const jaxws: AddressedStack = {
  name: "JAX-WS RI",
  isInstalled: () => runs("javac", ["-version"]) && runs("test", ["-f", `${JARS}/jaxws-rt.jar`]),
  versions: ["1.1", "1.2"],
  serve: async (soapVersion, addressing = "1.0") => {
    const args = [...OPENED, "-cp", await java(), "JaxwsParcels", "server", soapVersion, addressing];
    return startServer("java", () => args, {});
  },
  call: async (address, port, _soapVersion, addressing = "1.0") =>
    outputOf("java", [...OPENED, "-cp", await java(), "JaxwsParcels", "client", address, port, addressing]),
};

let program: Promise<string> | undefined;

function wcf(): Promise<string> {
  program ??= (async () => {
    const file = join(newFolder(), "parcels.exe");
    await outputOf("mcs", ["-r:System.ServiceModel", `-out:${file}`, ...sources("WcfParcels.cs")]);
    return file;
  })();
  return program;
}

const mono: AddressedStack = {
  name: "WCF (Mono)",
  isInstalled: () => runs("mcs", ["--version"]) && runs("sh", ["-c", "ls /usr/lib/mono/gac/System.ServiceModel"]),
  versions: ["1.2"],
  serve: async (_soapVersion, addressing = "1.0") => {
    const file = await wcf();
    return startServer("mono", () => [file, "server", addressing], {});
  },
  call: async (address, _port, _soapVersion, addressing = "1.0") =>
    outputOf("mono", [await wcf(), "client", addressing, address]),
};

/** Returns the WSDL over one version of SOAP, for stacks that write none. */
export function parcelsWsdl(soapVersion: SoapVersion): string {
  const twelve = readFileSync(join(__dirname, "wcf-parcels.wsdl"), "utf8");
  const namespace = "http://schemas.xmlsoap.org/wsdl/soap";
  return soapVersion === "1.2" ? twelve : twelve.replaceAll(`${namespace}12/`, `${namespace}/`);
}

const parcelsByGsoap = (soapVersion: SoapVersion) =>
  gsoapProgram({
    wsdl: parcelsWsdl(soapVersion),
    source: join(__dirname, "gsoap-parcels.cpp"),
    plugins: ["plugin/wsaapi.c"],
  });

const gsoap: AddressedStack = {
  name: "gSOAP",
  isInstalled: hasGsoap,
  versions: ["1.1", "1.2"],
  serve: async (soapVersion) => startServer(await parcelsByGsoap(soapVersion), (port) => ["server", String(port)], {}),
  call: async (address, _port, soapVersion) => outputOf(await parcelsByGsoap(soapVersion), ["client", address]),
};

const python = process.env.PYTHON ?? "/usr/bin/python3";

const zeep: AddressedStack = {
  name: "zeep",
  isInstalled: () => runs(python, ["-c", "import zeep.wsa"]),
  versions: ["1.1"],
  call: (address) => outputOf(python, [...sources("zeep-parcels.py"), address]),
};

export const addressedStacks = { jaxws, mono, gsoap, zeep };
