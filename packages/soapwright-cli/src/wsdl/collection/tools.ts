/** The files of each tool. Names of variables are the same in all of them. */

import { jsonText, markdownText, printable, printableLines } from "soapwright-runtime/xsd";

/** The request of an operation, with values that its schema accepts. */
export interface SampleRequest {
  readonly name: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The envelope of a response; absent for a one-way operation. */
  readonly response: string | undefined;
  readonly text: string | undefined;
}
export interface PortFolder {
  readonly name: string;
  readonly service: string;
  readonly address: string;
  readonly requests: readonly SampleRequest[];
}

/** Texts by path, relative to the output folder. */
type ToolFiles = ReadonlyMap<string, string>;

/** Off by default: not every service has HTTP Basic. */
const AUTHORIZATION = ["Authorization", "Basic {{credentials}}"] as const;

/** A file name from any name. */
function fileName(name: string, taken: Set<string>): string {
  const plain = name.replace(/[^\p{L}\p{N}_.-]+/gu, "_").replace(/^\.+/, "_") || "_";
  let free = plain;
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${plain}_${number}`;
  taken.add(free.toLowerCase());
  return free;
}

/** The variable of a port's address: `endpoint` for the only port. */
function endpointOf(port: PortFolder, ports: readonly PortFolder[]): string {
  const at = ports.indexOf(port);
  return at === 0 ? "endpoint" : `endpoint${at + 1}`;
}

function indented(text: string): string {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`))
    .join("\n");
}

function block(head: string, text: string): string {
  return `${head} {\n${indented(text)}\n}\n`;
}

export function brunoFiles(title: string, ports: readonly PortFolder[]): ToolFiles {
  const files = new Map<string, string>();
  files.set("bruno.json", `${jsonText({ version: "1", name: title, type: "collection" }, 2)}\n`);
  const addresses = ports.map((port) => `${endpointOf(port, ports)}: ${printable(port.address)}`).join("\n");
  files.set("environments/service.bru", `${block("vars", addresses)}vars:secret [\n  credentials\n]\n`);
  const folders = new Set<string>(["environments", "bruno.json"]);
  for (const port of ports) {
    const folder = fileName(port.name, folders);
    files.set(`${folder}/folder.bru`, block("meta", `name: ${printable(port.name)}`));
    const names = new Set<string>(["folder"]);
    port.requests.forEach(({ name, headers, body, text, response }, at) => {
      const docs = [
        text && markdownText(text),
        response && `An example of a response:\n\n\`\`\`xml\n${response.trimEnd()}\n\`\`\``,
      ];
      const given = docs.filter((part) => part !== undefined && part !== "").join("\n\n");
      files.set(
        `${folder}/${fileName(name, names)}.bru`,
        [
          block("meta", `name: ${printable(name)}\ntype: http\nseq: ${at + 1}`),
          block("post", `url: {{${endpointOf(port, ports)}}}\nbody: xml\nauth: none`),
          block(
            "headers",
            [...headers.map(([key, value]) => `${key}: ${printable(value)}`), `~${AUTHORIZATION.join(": ")}`].join(
              "\n",
            ),
          ),
          block("body:xml", body),
          ...(given === "" ? [] : [block("docs", given)]),
        ].join("\n"),
      );
    });
  }
  return files;
}

export function postmanFiles(title: string, ports: readonly PortFolder[]): ToolFiles {
  const requestOf = (port: PortFolder, { headers, body, text }: SampleRequest) => ({
    method: "POST",
    header: [
      ...headers.map(([key, value]) => ({ key, value })),
      { key: AUTHORIZATION[0], value: AUTHORIZATION[1], disabled: true },
    ],
    url: `{{${endpointOf(port, ports)}}}`,
    body: { mode: "raw", raw: body, options: { raw: { language: "xml" } } },
    ...(text === undefined ? {} : { description: markdownText(text) }),
  });
  const content = {
    info: { name: title, schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    item: ports.map((port) => ({
      name: port.name,
      item: port.requests.map((request) => ({
        name: request.name,
        request: requestOf(port, request),
        response:
          request.response === undefined
            ? []
            : [
                {
                  name: "Example",
                  originalRequest: requestOf(port, request),
                  status: "OK",
                  code: 200,
                  header: [{ key: "Content-Type", value: request.headers[0]?.[1].split(";")[0] ?? "text/xml" }],
                  body: request.response,
                },
              ],
      })),
    })),
    variable: ports.map((port) => ({ key: endpointOf(port, ports), value: port.address })),
  };
  // Only variables of an environment can be secret.
  const environment = {
    name: title,
    values: [{ key: "credentials", value: "", type: "secret", enabled: true }],
    _postman_variable_scope: "environment",
  };
  return new Map([
    ["service.postman_collection.json", `${jsonText(content, 2)}\n`],
    ["service.postman_environment.json", `${jsonText(environment, 2)}\n`],
  ]);
}

export function insomniaFiles(title: string, ports: readonly PortFolder[]): ToolFiles {
  const workspace = { _id: "wrk_1", _type: "workspace", parentId: null, name: title, scope: "collection" };
  const addresses = ports.map((port) => [endpointOf(port, ports), port.address]);
  const environment = {
    _id: "env_1",
    _type: "environment",
    parentId: workspace._id,
    name: "Service",
    data: Object.fromEntries(addresses),
  };
  // A private environment is neither exported nor synchronized.
  const secrets = {
    _id: "env_2",
    _type: "environment",
    parentId: "env_1",
    name: "Credentials",
    data: { credentials: "" },
    isPrivate: true,
  };
  const folders = ports.map((port, at) => ({
    _id: `fld_${at + 1}`,
    _type: "request_group",
    parentId: workspace._id,
    name: port.name,
  }));
  const requests = ports.flatMap((port, at) =>
    port.requests.map(({ name, headers, body, text, response }, index) => ({
      _id: `req_${at + 1}_${index + 1}`,
      _type: "request",
      parentId: folders[at]!._id,
      name,
      method: "POST",
      url: `{{ _.${endpointOf(port, ports)} }}`,
      headers: [
        ...headers.map(([key, value]) => ({ name: key, value })),
        { name: AUTHORIZATION[0], value: "Basic {{ _.credentials }}", disabled: true },
      ],
      body: { mimeType: "application/xml", text: body },
      description: [text, response && `An example of a response:\n\n\`\`\`xml\n${response.trimEnd()}\n\`\`\``]
        .filter(Boolean)
        .join("\n\n"),
    })),
  );
  const content = {
    _type: "export",
    __export_format: 4,
    __export_source: "soapwright",
    resources: [workspace, environment, secrets, ...folders, ...requests],
  };
  return new Map([["insomnia.json", `${jsonText(content, 2)}\n`]]);
}

/** One file for each port. Lines of a comment begin with #, also in the example. */
export function httpFiles(_title: string, ports: readonly PortFolder[]): ToolFiles {
  const names = new Set<string>();
  return new Map(
    ports.map((port) => {
      const requests = port.requests.map(({ name, headers, body, text, response }) => {
        const commented = (lines: string): string => printableLines(lines.trimEnd()).replace(/^/gm, "# ");
        return [
          `### ${printable(name)}`,
          ...(text === undefined ? [] : [commented(text)]),
          `POST {{endpoint}}`,
          ...headers.map(([key, value]) => `${key}: ${printable(value)}`),
          "",
          body.trimEnd(),
          "",
          ...(response === undefined ? [] : ["###", "# An example of a response:", commented(response), ""]),
        ].join("\n");
      });
      const head = `@endpoint = ${printable(port.address)}\n# With HTTP Basic, add the header: Authorization: Basic {{$processEnv SOAP_CREDENTIALS}}\n`;
      return [`${fileName(port.name, names)}.http`, [head, ...requests].join("\n")];
    }),
  );
}
