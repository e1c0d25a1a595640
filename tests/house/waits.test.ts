/**
 * No test waits a time and then looks at a state: a slow machine has not come so far, and a fast one is past it. The other
 * side holds back until the test says go: `stage/gate` and `stage/sockets` of soapwright-testing.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";

/** The waits that stay, by their reason, each with how many a file has. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "the clock of Redis is what is tested: leases and rates pass by it": {
    "packages/soapwright-export/tests/queue/rate-lease.test.ts": 22,
    "packages/soapwright-export/tests/queue/rate-limit.test.ts": 1,
    "tests/queue/credential-cache.test.ts": 1,
  },
  "a time limit of the product passes, set before this timer and due earlier": {
    "packages/soapwright-runtime/tests/client/stream-life.test.ts": 3,
  },
  "an end at any moment has the same outcome: a later one is another moment of the same": {
    "packages/soapwright-runtime/tests/faults/storm.test.ts": 1,
    "packages/soapwright-runtime/tests/transport/connection.test.ts": 2,
    "packages/soapwright-runtime/tests/transport/http-exchange.test.ts": 1,
    "packages/soapwright-runtime/tests/transport/http-sender.test.ts": 1,
  },
  "a process that has given up asks nothing in many of the intervals in which it asked": {
    "packages/soapwright-runtime/tests/tenants/credentials.test.ts": 1,
  },
  "load over a time is what is tested": { "packages/soapwright-gateway/tests/slow/load.test.ts": 2 },
};

const PAUSES = /^(?:wait|pause|sleep|delay|later)$/;

/** Whether a statement waits a time, or sets a timer that the test goes on with. */
function isWait(statement: ts.Statement): boolean {
  if (!ts.isExpressionStatement(statement)) return false;
  const isAwaited = ts.isAwaitExpression(statement.expression);
  const done = ts.isAwaitExpression(statement.expression) ? statement.expression.expression : statement.expression;
  if (isAwaited && ts.isNewExpression(done)) return done.getText().includes("setTimeout(");
  if (!ts.isCallExpression(done) || !ts.isIdentifier(done.expression)) return false;
  return done.expression.text === "setTimeout" || (isAwaited && PAUSES.test(done.expression.text));
}

/** Returns the lines of `text` with a wait that an expectation follows in the same block. */
function waitsOf(text: string): readonly number[] {
  const source = ts.createSourceFile("test.ts", text, ts.ScriptTarget.Latest, true);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) {
      for (const [at, statement] of node.statements.entries()) {
        const isFollowed = node.statements.slice(at + 1).some((later) => /\bexpect\w*\(/.test(later.getText()));
        if (isFollowed && isWait(statement))
          lines.push(source.getLineAndCharacterOfPosition(statement.getStart()).line);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return lines.map((line) => line + 1);
}

test.each([
  ["await wait(200);", 1],
  ["await new Promise((resolve) => setTimeout(resolve, 20));", 1],
  ["setTimeout(() => abort.abort(), 20);", 1],
  ["while (!isSo) await wait(5);", 0],
  ["await turn();", 0],
  ["await new Promise((resolve) => setImmediate(resolve));", 0],
])("%s before an expectation is found: %d", (line, count) => {
  expect(waitsOf(`test("", async () => {\n${line}\nexpect(state).toBe(1);\n});`)).toHaveLength(count);
  expect(waitsOf(`test("", async () => {\nexpect(state).toBe(1);\n${line}\n});`)).toHaveLength(0);
});

test("no test waits a time before it looks at a state, but for what is listed with its reason", () => {
  const files = execFileSync("git", ["ls-files", "*.test.ts"], { encoding: "utf8" }).split("\n").filter(Boolean);
  const listed = Object.values(EXCEPTIONS).reduce<Record<string, number>>((all, each) => {
    for (const [file, count] of Object.entries(each)) all[file] = (all[file] ?? 0) + count;
    return all;
  }, {});
  const places = files.flatMap((file) => {
    const lines = waitsOf(readFileSync(file, "utf8"));
    const isListed = lines.length === (listed[file] ?? 0);
    return isListed ? [] : [`${file}:${lines.join()}: ${lines.length} waits, ${listed[file] ?? 0} are listed`];
  });
  expect(places).toEqual([]);
  expect(Object.keys(listed).filter((file) => !files.includes(file))).toEqual([]);
});
