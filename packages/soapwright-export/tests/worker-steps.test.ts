/** Tests `queue/worker-steps` by itself: no entry point shows it whole. */
import { WorkerSteps } from "../src/queue/worker-steps";

/** The steps of a worker: each has a name, and a worker never goes back. */
describe("the steps of a worker", () => {
  test("begin with taking, and are reached one after the other", async () => {
    const steps = new WorkerSteps();
    expect(steps.now).toEqual({ at: "taking" });
    const finishing = steps.reached("finishing");
    const leaving = steps.reached("leaving");
    steps.goTo({ at: "finishing" });
    expect(await finishing).toEqual({ at: "finishing" });
    expect(steps.has("leaving")).toBe(false);
    steps.goTo({ at: "leaving", reason: undefined });
    expect(await leaving).toEqual({ at: "leaving", reason: undefined });
  });

  test("keep the first reason to leave", async () => {
    const steps = new WorkerSteps();
    const reason = new Error("refused");
    steps.goTo({ at: "leaving", reason });
    steps.goTo({ at: "leaving", reason: new Error("later") });
    expect(await steps.reached("leaving")).toEqual({ at: "leaving", reason });
    // Who waits for an earlier step hears of a later one.
    expect(await steps.reached("finishing")).toEqual({ at: "leaving", reason });
  });

  test("do not go back: a stop does not undo a reason, and nothing follows the end", () => {
    const steps = new WorkerSteps();
    const reason = new Error("refused");
    steps.goTo({ at: "leaving", reason });
    steps.goTo({ at: "finishing" });
    expect(steps.now).toEqual({ at: "leaving", reason });
    steps.goTo({ at: "leaving", reason: new Error("later") });
    expect(steps.now).toEqual({ at: "leaving", reason });
  });

  test("resolve at once for a step that is reached", async () => {
    const steps = new WorkerSteps();
    expect(await steps.reached("taking")).toEqual({ at: "taking" });
  });
});
