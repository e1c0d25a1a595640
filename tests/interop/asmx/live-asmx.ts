/** A live `.asmx` service: Mono's ASP.NET behind lighttpd, with the contract written in C#. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EmployeeData } from "../../../src/sandbox/employee-records";
import { newFolder } from "../folders";
import { type ForeignServer, freePort, outputOf, portOpen, runs, stop } from "../stack";

/** The settings of the service. */
export interface LiveOptions {
  /** The base URL of its namespaces. */
  readonly baseUrl: string;
  readonly username: string;
  readonly token: string;
  readonly domain: string;
  readonly data: EmployeeData;
}

/** Whether Mono, its FastCGI server and lighttpd are installed. */
export function hasLiveAsmx(): boolean {
  return runs("which", ["mcs", "fastcgi-mono-server4", "lighttpd"]);
}

const pages = { "soap/v2.1": "V21", "soap/v3": "V3" } as const;

/** Compiles and starts the service. Its addresses are `/soap/<version>/EmployeeService.asmx`. */
export async function startLiveAsmx(options: LiveOptions): Promise<ForeignServer> {
  const outer = newFolder();
  const folder = join(outer, "site");
  for (const [path, namespace] of Object.entries(pages)) {
    mkdirSync(join(folder, path), { recursive: true });
    const page = `<%@ WebService Class="${namespace}.EmployeeService, EmployeeService" %>\n`;
    writeFileSync(join(folder, path, "EmployeeService.asmx"), page);
  }
  mkdirSync(join(folder, "bin"));
  const data = join(outer, "data.json");
  writeFileSync(data, JSON.stringify(options.data));
  const [port, fastCgi] = [await freePort(), await freePort()];
  const words = {
    ...{ BASE: options.baseUrl, USERNAME: options.username, TOKEN: options.token, DOMAIN: options.domain },
    ...{ DATA: data, FOLDER: folder, PORT: String(port), FASTCGI: String(fastCgi) },
  };
  write("employee-service.cs", join(outer, "service.cs"), words);
  write("web.config", join(folder, "web.config"), words);
  write("lighttpd.conf", join(outer, "lighttpd.conf"), words);
  const libraries = ["System.Web", "System.Web.Services", "System.Web.Extensions", "System.Configuration"];
  const references = libraries.map((name) => `-r:${name}`);
  await outputOf(
    "mcs",
    ["-nowarn:1591", "-target:library", ...references, "-out:site/bin/EmployeeService.dll", "service.cs"],
    outer,
  );
  const quiet = { cwd: outer, stdio: "ignore" } as const;
  const children: ChildProcess[] = [];
  try {
    children.push(
      spawn("fastcgi-mono-server4", [`/applications=/:${folder}`, `/socket=tcp:127.0.0.1:${fastCgi}`], quiet),
    );
    await portOpen(fastCgi, children[0]!);
    children.push(spawn("lighttpd", ["-D", "-f", "lighttpd.conf"], quiet));
    await portOpen(port, children[1]!);
  } catch (error) {
    await Promise.all(children.map(stop));
    throw error;
  }
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await Promise.all(children.reverse().map(stop));
    },
  };
}

function write(name: string, path: string, words: Readonly<Record<string, string>>): void {
  const text = readFileSync(join(__dirname, name), "utf8");
  writeFileSync(
    path,
    text.replace(/@([A-Z]+)@/g, (_, word: string) => words[word]!),
  );
}
