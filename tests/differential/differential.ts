/**
 * Compares what two trees make of the same responses: those of `tests/attacks`, and made ones. Prints every difference in
 * value, error class, message, path or place, and exits with 1 if there is one that `decided.json` does not list.
 *
 *     make differential REV=<commit>
 */
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RawHandler, RawServer } from "soapwright-testing/transport/raw-server";
import { RESPONSES } from "../attacks/all-cases";
import { type MadeAnswer, madeAnswers } from "./made-answers";

interface Case {
  readonly name: string;
  readonly serve: RawHandler;
  readonly options: object;
}

/** A difference that was looked at: the case by name, and why the new outcome is right. */
interface Decided {
  readonly name: string;
  readonly why: string;
}

const MADE = Number(process.env.MADE ?? 2_000);
const here = process.cwd();

function served({ status, contentType, body, pieces }: MadeAnswer): RawHandler {
  const type = contentType === "" ? "" : `Content-Type: ${contentType}\r\n`;
  const head = `HTTP/1.1 ${status} Status\r\n${type}Content-Length: ${body.length}\r\n\r\n`;
  return (socket) => {
    const [first = 0, second = 0] = pieces;
    socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, first)]));
    if (second > 0) setImmediate(() => socket.write(body.subarray(first)));
  };
}

function cases(): Case[] {
  const attacks = RESPONSES.flatMap((group) => group.attacks).filter(
    // Options must reach the other process, and the outcome must not depend on time.
    ({ service, slow, wire, endpoint, calls, outcome }) =>
      service !== "record" &&
      slow !== true &&
      wire === undefined &&
      endpoint === undefined &&
      (calls ?? 1) === 1 &&
      outcome !== "TimeoutError",
  );
  return [
    ...attacks.map(({ name, serve, options = {} }) => ({ name, serve, options })),
    ...madeAnswers(MADE).map((made) => ({
      name: made.name,
      serve: served(made),
      options: { soapVersion: made.soapVersion },
    })),
  ];
}

function asked(side: ChildProcess, order: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error("A side has ended."));
    side.once("exit", onExit).once("message", (outcome) => {
      side.off("exit", onExit);
      resolve(String(outcome));
    });
    side.send(order);
  });
}

/** Builds `revision` in a folder of its own, with this tree's installed packages. */
function built(revision: string): string {
  const tree = mkdtempSync(join(tmpdir(), "differential-"));
  const archive = execFileSync("git", ["archive", revision], { maxBuffer: 1e9 });
  execFileSync("tar", ["x", "-C", tree], { input: archive });
  for (const part of ["", ...readdirSync(join(tree, "packages")).map((name) => join("packages", name))]) {
    const modules = join(part, "node_modules");
    try {
      cpSync(modules, join(tree, modules), { recursive: true, verbatimSymlinks: true });
    } catch (error) {
      if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error;
    }
  }
  execFileSync("make", ["build"], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
  return tree;
}

async function main(): Promise<void> {
  const { REV, TREE } = process.env;
  const before = TREE ?? built(REV ?? "HEAD");
  const side = join(here, "tests/differential/side.cjs");
  const sides = [fork(side, [before]), fork(side, [here])] as const;
  const decided: readonly Decided[] = JSON.parse(readFileSync(join(here, "tests/differential/decided.json"), "utf8"));
  const all = cases();
  let different = 0;
  let failed = 0;
  try {
    for (const { name, serve, options } of all) {
      const server = await RawServer.start(serve);
      const [was, is] = await Promise.all(sides.map((each) => asked(each, { url: server.url, options })));
      await server.stop();
      if (was === is) continue;
      different++;
      const why = decided.find((each) => each.name === name)?.why;
      if (why === undefined) failed++;
      process.stdout.write(
        `${name}${why === undefined ? "" : ` (decided: ${why})`}\n  before ${was}\n  after  ${is}\n`,
      );
    }
  } finally {
    for (const each of sides) each.kill();
    if (TREE === undefined) rmSync(before, { recursive: true, force: true });
  }
  process.stdout.write(`${all.length} responses, ${different} different, ${failed} not decided\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
