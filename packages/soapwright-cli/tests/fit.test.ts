import { Command } from "commander";
import { isConfigurationError } from "soapwright-runtime";
import { exitCodes } from "../src/exit-codes";
import { CommandWords } from "../src/index";
import { runService } from "../src/service";

/** The core is what it is; the range of this package in its manifest is one that it does not fit. */
jest.mock("../package.json", () => ({
  ...jest.requireActual("../package.json"),
  dependencies: { "soapwright-runtime": ">=99.0.0 <100" },
}));

const sentence =
  /soapwright-cli [\d.]+ met soapwright-runtime [\d.]+, and needs 99\.0\.0 or newer, below 100\.0\.0\. Install one that fits: npm install "soapwright-runtime@>=99\.0\.0 <100"\./;

test("the command of a service says which versions met, and what to install", async () => {
  const out: string[] = [];
  const err: string[] = [];
  const terminal = {
    env: {},
    args: [],
    out: (text: string) => void out.push(text),
    err: (text: string) => void err.push(text),
  };
  const product = { name: "orders", version: "1.0.0", title: "order service", versions: [], clients: async () => [] };
  const exitCode = await runService(product, ["call", "find"], terminal as unknown as Parameters<typeof runService>[2]);
  expect([exitCode, out]).toEqual([exitCodes.usage, []]);
  expect(err.join("").split("\n")).toEqual([expect.stringMatching(sentence), ""]);
});

test("the words of a call say it too", () => {
  const words = new CommandWords(() => []);
  let error: unknown;
  try {
    words.read(new Command("call"), []);
  } catch (thrown) {
    error = thrown;
  }
  expect(isConfigurationError(error) && error.message).toMatch(sentence);
});
