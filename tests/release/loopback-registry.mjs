// A registry on loopback, as much of one as npm needs to look, publish and install. Prints its address, and ends with its stdin.
// The token `good` may publish; `other` is known and may not.
import { createHash } from "node:crypto";
import { createServer } from "node:http";

const packages = new Map();
const archives = new Map();

const server = createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { status, body } = answer(request, Buffer.concat(chunks));
    const isBytes = Buffer.isBuffer(body);
    const type = isBytes ? "application/octet-stream" : "application/json";
    // Tests stop the world while npm runs: a connection that is kept would be gone when they come back to it.
    response.writeHead(status, { "content-type": type, connection: "close" });
    response.end(isBytes ? body : JSON.stringify(body));
  });
});

function answer({ method, url, headers }, content) {
  const path = decodeURIComponent(url.split("?")[0]);
  const token = /^Bearer (.*)$/.exec(headers.authorization ?? "")?.[1];
  if (path === "/-/whoami") {
    return token === "good" || token === "other"
      ? { status: 200, body: { username: token } }
      : { status: 401, body: { error: "no" } };
  }
  if (archives.has(path)) return { status: 200, body: archives.get(path) };
  const name = path.slice(1);
  if (method === "PUT") return publish(name, JSON.parse(content), token);
  return packages.has(name) ? { status: 200, body: packages.get(name) } : { status: 404, body: { error: "Not found" } };
}

function publish(name, document, token) {
  if (token !== "good")
    return { status: token === "other" ? 403 : 401, body: { error: "this token has no permission" } };
  const known = packages.get(name) ?? { name, versions: {}, "dist-tags": {} };
  const [version] = Object.keys(document.versions);
  if (known.versions[version]) return { status: 409, body: { error: "cannot publish over an existing version" } };
  const [file] = Object.keys(document._attachments);
  const bytes = Buffer.from(document._attachments[file].data, "base64");
  const tarball = `/${name}/-/${file}`;
  archives.set(tarball, bytes);
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const dist = { ...document.versions[version].dist, integrity, tarball: address + tarball };
  known.versions[version] = { ...document.versions[version], dist };
  Object.assign(known["dist-tags"], document["dist-tags"]);
  packages.set(name, known);
  return { status: 201, body: { ok: true } };
}

let address = "";
server.listen(0, "127.0.0.1", () => {
  address = `http://127.0.0.1:${server.address().port}`;
  console.log(address);
});
process.stdin.resume();
process.stdin.on("end", () => process.exit());
