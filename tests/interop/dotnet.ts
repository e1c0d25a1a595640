/**
 * .NET's own tools, which Mono includes: a proxy that `wsdl` generates from the sandbox's WSDL, compiled with a small
 * program.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./folders";
import { outputOf, program, runs } from "./stack";

/** Whether Mono's wsdl tool and compiler are installed. */
export function hasDotnet(): boolean {
  return runs("which", ["mono", "mcs", "wsdl"]);
}

/** Loads the WSDL at an address, generates a proxy, and calls the service there or at `endpoint`. Resolves to JSON. */
export async function callWithDotnet(
  [address = "", version = "", soapVersion]: readonly string[],
  endpoint = address.replace("?wsdl", ""),
): Promise<string> {
  const folder = newFolder();
  writeFileSync(join(folder, "service.wsdl"), await (await fetch(address)).text());
  const protocol = soapVersion === "1.2" ? "SOAP12" : "SOAP";
  await outputOf(
    "wsdl",
    ["-l:CS", `-protocol:${protocol}`, "-namespace:Proxy", "-out:proxy.cs", "service.wsdl"],
    folder,
  );
  const sources = ["proxy.cs", program("dotnet-client.cs")];
  await outputOf("mcs", ["-nowarn:1591", "-r:System.Web.Services", "-out:client.exe", ...sources], folder);
  return outputOf("mono", ["client.exe", endpoint, version], folder);
}
