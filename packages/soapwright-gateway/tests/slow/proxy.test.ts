/** A reverse proxy that caches, nginx, in front of a gateway: no caller gets what is another's. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GatewayOptions } from "soapwright-gateway";
import { Agent } from "undici";
import { envelopeOf, startBackend, until } from "../backend";

type Credentials = NonNullable<GatewayOptions["credentials"]>;
const keyed = (key: unknown) => (key === undefined ? undefined : { httpHeaders: { "x-tenant": String(key) } });
const branching: Credentials = ({ headers }) => keyed(headers["x-key"] ?? headers["x-other"]);
const ofRaw: Credentials = ({ raw }) => keyed(raw.headers.cookie);

const folder = mkdtempSync(join(tmpdir(), "proxy-"));
let proxy: ChildProcess | undefined;
afterEach(() => proxy?.kill("SIGKILL"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the address of the socket that nginx listens at. */
async function startProxy(url: string): Promise<string> {
  const place = mkdtempSync(join(folder, "run-"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const socket = join(place, "proxy.sock");
  writeFileSync(
    join(place, "nginx.conf"),
    `daemon off; master_process off; pid ${place}/pid; error_log stderr;
events {}
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${place}/${name};`).join(" ")}
  proxy_cache_path ${place}/cache keys_zone=all:1m;
  server {
    listen unix:${socket};
    location / { proxy_pass ${url}; proxy_cache all; add_header x-cache $upstream_cache_status; }
  }
}
`,
  );
  proxy = spawn("nginx", ["-p", place, "-c", join(place, "nginx.conf")], { stdio: "ignore" });
  await until(() => existsSync(socket));
  return socket;
}

const isInstalled = spawnSync("nginx", ["-v"]).status === 0;

test.each([
  ["one header", (({ headers }) => keyed(headers["x-key"])) as Credentials, true],
  ["a branch between headers", branching, true],
  ["what is no named header", ofRaw, false],
])("each caller gets what is theirs through nginx: %s", async (_name, credentials, isKept) => {
  if (!isInstalled) {
    process.stderr.write("nginx is not installed, so no reverse proxy was tried: apt-get install nginx-light\n");
    return;
  }
  const backend = await startBackend(
    (request, response) =>
      response.end(
        envelopeOf("GetParcel", `<Parcel><Id>1</Id><Weight>${String(request.headers["x-tenant"])}</Weight></Parcel>`),
      ),
    { credentials, cache: { GetParcel: { cacheControl: "public, max-age=60", etag: true } } },
  );
  const socketPath = await startProxy(backend.url);
  const agent = new Agent({ connect: { socketPath } });
  const ask = async (headers: Readonly<Record<string, string>>) => {
    const path = "/parcels/getParcel?Id=1";
    const response = await agent.request({ origin: "http://127.0.0.1", path, method: "GET", headers });
    return { status: response.statusCode, text: await response.body.text(), kept: response.headers["x-cache"] };
  };
  const names = isKept ? ["x-key", "x-other"] : ["cookie"];
  const callers = names.flatMap((name) => [1, 2, 3].map((tenant) => [name, `${tenant}${name.length}`] as const));
  const outcomes: unknown[] = [];
  for (let round = 0; round < 4; round++) {
    for (const [name, tenant] of callers) {
      const { status, text, kept } = await ask({ [name]: tenant });
      outcomes.push(kept);
      if (status === 200) expect(JSON.parse(text)).toEqual({ Id: 1, Weight: tenant });
      else expect([status, name]).toEqual([401, "x-other"]);
    }
    expect((await ask({})).status).toBe(401);
  }
  expect(outcomes.includes("HIT")).toBe(isKept);
  await agent.close();
  await backend.close();
});
