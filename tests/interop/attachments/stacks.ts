/** Stacks that speak MTOM: their programs, compiled once. */
import { join } from "node:path";
import { jaxwsJars, OPENED } from "../addressing/stacks";
import { newFolder } from "../folders";
import { type ForeignServer, outputOf, type SoapVersion, startServer } from "../stack";

let compiled: Promise<string> | undefined;

/** Compiles, and has WsGen make the beans of the messages. Resolves to the class path. */
function java(): Promise<string> {
  compiled ??= (async () => {
    const folder = newFolder();
    const path = `${folder}:${jaxwsJars()}`;
    const sources = ["JaxwsArchivePort.java", "JaxwsArchive.java"].map((name) => join(__dirname, name));
    await outputOf("javac", ["-nowarn", "-cp", path, "-d", folder, ...sources]);
    await outputOf("java", [
      ...OPENED,
      "-cp",
      path,
      "com.sun.tools.ws.WsGen",
      "-cp",
      path,
      "-d",
      folder,
      "JaxwsArchive$Eleven",
    ]);
    return path;
  })();
  return compiled;
}

export async function serveJaxws(soapVersion: SoapVersion): Promise<ForeignServer> {
  const args = [...OPENED, "-cp", await java(), "JaxwsArchive", "server", soapVersion];
  return startServer("java", () => args, {});
}

/** Runs the client, and resolves to what it prints. */
export async function callByJaxws(address: string, port: string): Promise<string> {
  return outputOf("java", [...OPENED, "-cp", await java(), "JaxwsArchive", "client", address, port]);
}
