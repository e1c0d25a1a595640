/** Calls over bare sockets, so that the caller is not what limits: the same bytes again whenever a whole response has come. */
import { connect } from "node:net";
import { addressRequest } from "soapwright-testing/sandbox/raw-exchange";

/** How many calls to make. */
export interface CallerTask {
  readonly url: string;
  readonly connections: number;
  /** Ends at the first that is reached; until the sandbox ends every connection when there is none. */
  readonly calls?: number;
  readonly seconds?: number;
}

/** What came of them. */
export interface CallerReport {
  readonly answered: number;
  /** Responses that are not 200, or not the same as the first one. */
  readonly wrong: number;
  /** Requests that were written and whose response did not come whole. */
  readonly lost: number;
  readonly seconds: number;
  readonly cpuMs: number;
}

process.on("message", async (task: CallerTask) => process.send?.(await callAll(task)));
process.on("disconnect", () => process.exit());
process.send?.({});

async function callAll({ url, connections, calls = Infinity, seconds = Infinity }: CallerTask): Promise<CallerReport> {
  const { url: place, options } = addressRequest(url);
  const { host, hostname, port, pathname } = new URL(place);
  const head = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = Buffer.byteLength(options.body);
  const bytes = Buffer.from(
    `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${head.join("")}Content-Length: ${length}\r\n\r\n${options.body}`,
  );
  const started = performance.now();
  const cpu = process.cpuUsage();
  const end = started + seconds * 1000;
  let begun = 0;
  let answered = 0;
  let wrong = 0;
  let lost = 0;
  let first = "";
  const one = () =>
    new Promise<void>((done) => {
      let isWaiting = false;
      let text = "";
      const socket = connect(Number(port), hostname).setNoDelay(true).setEncoding("latin1");
      const next = () => {
        if (begun >= calls || performance.now() >= end) return void socket.end();
        begun++;
        isWaiting = true;
        socket.write(bytes);
      };
      socket.on("connect", next);
      socket.on("data", (chunk) => {
        text += chunk;
        if (!text.endsWith("</soap:Envelope>")) return;
        const body = text.slice(text.indexOf("\r\n\r\n"));
        if (first === "") first = body;
        if (!text.startsWith("HTTP/1.1 200 ") || body !== first) wrong++;
        const isLast = /\r\nConnection: close\r\n/i.test(text);
        text = "";
        answered++;
        isWaiting = false;
        if (!isLast) next();
      });
      socket.on("error", () => {});
      socket.on("close", () => {
        if (isWaiting) lost++;
        done();
      });
    });
  await Promise.all(Array.from({ length: connections }, one));
  const { user, system } = process.cpuUsage(cpu);
  return { answered, wrong, lost, seconds: (performance.now() - started) / 1000, cpuMs: (user + system) / 1000 };
}
