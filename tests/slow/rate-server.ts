/** Records the times of requests, in its own process. */
import { createServer } from "node:net";
import { book } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";

/** The times of requests, in milliseconds from the first. */
export type Arrivals = readonly number[];

let arrivals: number[] = [];
const response = bookList(book(1));
const end = /<\/[a-z]*:?Envelope>$/i;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
    if (!end.test(text.trimEnd())) return;
    text = "";
    arrivals.push(performance.now());
    socket.write(response);
  });
});

process.on("message", () => {
  const [first = 0] = arrivals;
  process.send?.(arrivals.map((at) => at - first));
  arrivals = [];
});
process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.({ port: typeof address === "object" ? address?.port : 0 });
});
