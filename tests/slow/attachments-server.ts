/** A service of attachments of any length, which it streams. It writes its port to stdout. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { folder, include, multipart, part, RELATED, rootPart } from "soapwright-testing/attachments/archive";

const MEBI = 2 ** 20;
const chunk = Buffer.alloc(MEBI, "x");

/** Writes a folder whose cover has the given number of mebibytes. */
function writeCover(response: ServerResponse, megabytes: number): void {
  const whole = multipart([rootPart(folder(`<Cover>${include("a")}</Cover>`)), part("a", "\0")]);
  const at = whole.indexOf(0);
  response.writeHead(200, { "Content-Type": RELATED, "Content-Length": whole.length - 1 + megabytes * MEBI });
  response.write(whole.subarray(0, at));
  let left = megabytes;
  const more = (): void => {
    while (left > 0) {
      left--;
      if (!response.write(chunk)) return void response.once("drain", more);
    }
    response.end(whole.subarray(at + 1));
  };
  more();
}

const server = createServer((request, response) => {
  let received = 0;
  let head = "";
  request.on("data", (bytes: Buffer) => {
    if (head.length < 2_000) head += bytes.toString("latin1");
    received += bytes.length;
  });
  request.on("end", () => {
    const asked = Number(/<Id>(\d+)/.exec(head)?.[1]);
    if (asked > 0) return writeCover(response, asked);
    response.writeHead(200, { "Content-Type": "text/xml" });
    const name = head.includes("PutFolder") ? "PutFolder" : "GetFolder";
    response.end(folder(`<Note>${received}</Note>`).replaceAll("GetFolder", name));
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.on("disconnect", () => process.exit());
