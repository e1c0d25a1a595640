// Starts the server and the sides, each in its own process, and exchanges messages with them.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const path = (file) => fileURLToPath(new URL(file, import.meta.url));

function nextMessage(child, name) {
  return new Promise((resolve, reject) => {
    const onExit = (code, signal) => reject(new Error(`${name} ended with ${signal ?? code}`));
    child.once("exit", onExit);
    child.once("message", (message) => {
      child.off("exit", onExit);
      if (message.error !== undefined) reject(new Error(`${name}: ${message.error}`));
      else resolve(message);
    });
  });
}

/** Starts the service. It ends when `stop` is called, or with this process. */
export async function startServer() {
  const child = fork(path("server/server.mjs"), { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const { port } = await nextMessage(child, "server");
  return { origin: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

/** Starts a side that reads lists of `count` entries. `ask(job, options)` resolves to its figures. */
export async function startSide(name, settings, nodeOptions = []) {
  const child = fork(path("sides/main.mjs"), [name, JSON.stringify(settings)], {
    execArgv: nodeOptions,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await nextMessage(child, name);
  return {
    name,
    async ask(job, options = {}) {
      child.send({ job, options });
      return (await nextMessage(child, name)).figures;
    },
    async stop() {
      if (!child.connected) return;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.disconnect();
      await gone;
    },
  };
}

/** Starts sides, passes them to `work`, and stops them whatever its outcome. */
export async function withSides(names, settings, work) {
  const sides = [];
  try {
    for (const name of names) sides.push(await startSide(name, settings));
    return await work(sides);
  } finally {
    await Promise.all(sides.map((side) => side.stop()));
  }
}
