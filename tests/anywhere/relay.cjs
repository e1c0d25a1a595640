/**
 * Preloaded, it puts a proxy before every server of a process: what arrives goes through a second connection over loopback.
 * RELAY=all takes in whatever a side sends and stores it, so that no reader holds its sender back; RELAY=4096 passes as
 * many bytes at a time, each in a turn of its own.
 */
const net = require("node:net");

const size = process.env.RELAY === "all" ? undefined : Number(process.env.RELAY);
// Before a test replaces it to count the sockets of the process.
const { connect } = net.Socket.prototype;
const { emit } = net.Server.prototype;
const between = net.createServer({ allowHalfOpen: true });
/** The two ends of a second connection, by the port that both know; the first of them waits for the other. */
const met = new Map();
const listening = new Promise((resolve) => {
  between.listen(0, "127.0.0.1", () => resolve(between.address().port));
  between.unref();
});
between.on("connection", (far) => meet(far.remotePort, far));

function meet(port, mine) {
  const other = met.get(port);
  if (other === undefined) return met.set(port, mine);
  met.delete(port);
  const [take, far] = typeof mine === "function" ? [mine, other] : [other, mine];
  take(far);
}

net.Server.prototype.emit = function (event, socket, ...rest) {
  if (event !== "connection" || this === between || socket?.remotePort === undefined) {
    return emit.call(this, event, socket, ...rest);
  }
  const near = new net.Socket({ allowHalfOpen: true });
  socket.allowHalfOpen = true;
  for (const end of [socket, near]) end.on("error", () => {});
  pass(socket, near);
  pass(near, socket);
  listening.then((port) =>
    connect.call(near, { port, host: "127.0.0.1" }, () =>
      meet(near.localPort, (far) => {
        far.server = this;
        far.allowHalfOpen = this.allowHalfOpen ?? false;
        emit.call(this, event, far, ...rest);
      }),
    ),
  );
  return true;
};

/** Passes on bytes and the end of `from`, and resets `to` when `from` is lost. */
async function pass(from, to) {
  from.on("close", () => from.readableEnded || to.resetAndDestroy());
  try {
    for await (const bytes of from.iterator({ destroyOnReturn: false })) {
      if (size === undefined) to.write(bytes);
      else for (let at = 0; at < bytes.length; at += size) await written(to, bytes.subarray(at, at + size));
      if (to.destroyed) return void from.resetAndDestroy();
    }
    to.end();
  } catch {
    to.resetAndDestroy();
  }
}

const written = (to, bytes) => new Promise((resolve) => to.write(bytes, () => setImmediate(resolve)));
