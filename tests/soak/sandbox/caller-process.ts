/**
 * Makes calls over plain sockets, so that the caller is not the bottleneck: it sends the same bytes after each whole
 * response.
 */
import { connect } from "node:net";
import { addressRequest } from "soapwright-testing/sandbox/raw-exchange";

/** The number of calls to make. */
export interface CallerTask {
  readonly url: string;
  readonly connections: number;
  /**
   * The limits of the run. It ends at the first that is reached; without any, when the sandbox closes every connection.
   */
  readonly calls?: number;
  readonly seconds?: number;
}

/** The report about the calls. */
export interface CallerReport {
  readonly answered: number;
  /** Responses with another status than 200, or with other bytes than the first one. */
  readonly wrong: number;
  /** Requests that were written without a whole response. */
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
