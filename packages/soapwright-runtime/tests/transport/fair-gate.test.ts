import { Random } from "soapwright-contract";
import { expectLinear } from "soapwright-testing/stage/time";
import { OverloadError } from "../../src/errors/overload-error";
import { RequestQueue, type RequestQueueOptions, type WaitingCall } from "../../src/transport/request-queue";

const turnOfLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

function makeGate(options: Partial<RequestQueueOptions> = {}): RequestQueue {
  const gate = new RequestQueue({ slots: 1, perSecond: undefined, maxQueued: 1_000_000, ...options });
  gate.enter();
  return gate;
}

/** Waits, and records its name when its turn has come. */
function wait(gate: RequestQueue, tenant: string, came: string[], name = tenant): WaitingCall {
  const turn = gate.enter({ tenant });
  if (turn === undefined) throw new Error("it did not wait");
  turn.come.then(
    () => came.push(name),
    (error: unknown) => came.push(error instanceof OverloadError ? `${name} refused` : String(error)),
  );
  return turn;
}

async function serve(gate: RequestQueue, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    gate.leave();
    await turnOfLoop();
  }
}

test("tenants have their turns one after the other, and each one's calls are in order", async () => {
  const gate = makeGate();
  const came: string[] = [];
  for (let i = 1; i <= 4; i++) wait(gate, "noisy", came, `noisy ${i}`);
  for (let i = 1; i <= 2; i++) wait(gate, "a", came, `a ${i}`);
  wait(gate, "b", came, "b 1");
  await serve(gate, 7);
  expect(came).toEqual(["noisy 1", "a 1", "b 1", "noisy 2", "a 2", "noisy 3", "noisy 4"]);
});

test("a tenant of weight 3 has three calls in a row while others wait", async () => {
  const gate = makeGate({ weight: (tenant) => (tenant === "large" ? 3 : 1) });
  const came: string[] = [];
  for (let i = 0; i < 6; i++) wait(gate, "large", came);
  for (let i = 0; i < 3; i++) wait(gate, "small", came);
  await serve(gate, 9);
  expect(came.join(" ")).toBe("large large large small large large large small small");
});

test("a tenant that comes again has saved up nothing", async () => {
  const gate = makeGate({ weight: () => 5 });
  const came: string[] = [];
  wait(gate, "a", came);
  for (let i = 0; i < 12; i++) wait(gate, "b", came);
  await serve(gate, 1);
  for (let i = 0; i < 9; i++) wait(gate, "a", came);
  await serve(gate, 16);
  expect(came.join("")).toBe("abbbbbaaaaabbbbba");
});

test("whoever is too many is the newest of the longest queue, which may already wait", async () => {
  const gate = makeGate({ maxQueued: 4 });
  const came: string[] = [];
  for (let i = 1; i <= 4; i++) wait(gate, "noisy", came, `noisy ${i}`);
  wait(gate, "a", came);
  expect(() => gate.enter({ tenant: "noisy" })).toThrow(OverloadError);
  wait(gate, "b", came);
  await turnOfLoop();
  expect(came).toEqual(["noisy 4 refused", "noisy 3 refused"]);
  // The queues are equally long, so the new call is refused.
  expect(() => gate.enter({ tenant: "a" })).toThrow(OverloadError);
  await serve(gate, 4);
  expect(came.slice(2)).toEqual(["noisy 1", "a", "b", "noisy 2"]);
});

test("whoever was refused while it waited gives nothing back", async () => {
  const gate = makeGate({ maxQueued: 2 });
  const came: string[] = [];
  wait(gate, "noisy", came);
  const refused = wait(gate, "noisy", came);
  wait(gate, "a", came);
  refused.giveUp();
  await serve(gate, 3);
  expect(came).toEqual(["noisy refused", "noisy", "a"]);
  expect(gate.waiting).toBe(0);
  expect(gate.enter()).toBeUndefined();
});

test("whatever comes, leaves and gives up, no one is lost, doubled or out of its tenant's order", async () => {
  const random = new Random("gate");
  const gate = makeGate({ maxQueued: 40, slots: 3, weight: (tenant) => Number(tenant) + 1 });
  const came: string[] = [];
  const given = new Set<string>();
  const turns: (readonly [name: string, turn: WaitingCall])[] = [];
  let left = 0;
  for (let number = 0; number < 3_000; number++) {
    const tenant = String(random.integer(0, 5));
    const name = `${tenant}:${number}`;
    if (random.chance(0.6)) {
      try {
        const turn = gate.enter({ tenant });
        if (turn === undefined) came.push(name);
        else turns.push([name, turn]);
        turn?.come.then(
          () => came.push(name),
          () => given.add(name),
        );
      } catch (error) {
        expect(error).toBeInstanceOf(OverloadError);
        given.add(name);
      }
    } else if (turns.length > 0 && random.chance(0.3)) {
      const at = random.integer(0, turns.length - 1);
      const [who, turn] = turns[at]!;
      turns.splice(at, 1);
      if (came.includes(who) || given.has(who)) continue;
      given.add(who);
      turn.giveUp();
    } else if (left < came.length) {
      left++;
      gate.leave();
    }
    await turnOfLoop();
  }
  expect(left).toBeGreaterThan(100);
  while (gate.waiting > 0) {
    gate.leave();
    await turnOfLoop();
  }
  await turnOfLoop();
  expect(new Set(came).size).toBe(came.length);
  expect(new Set([...came, ...given]).size).toBe(came.length + given.size);
  for (const tenant of ["0", "1", "2", "3", "4", "5"]) {
    const own = came.filter((name) => name.startsWith(`${tenant}:`)).map((name) => Number(name.slice(2)));
    expect(own).toEqual([...own].sort((one, other) => one - other));
  }
});

test("picking the next takes no longer for many tenants", async () => {
  await expectLinear(async (size) => {
    const gate = makeGate();
    const turns = Array.from({ length: size }, (_, i) => gate.enter({ tenant: i }));
    for (const turn of turns.slice(size / 2)) turn?.giveUp();
    for (let i = 0; i < size / 2; i++) gate.leave();
    expect(gate.waiting).toBe(0);
  }, 80_000);
});

test("refusing takes no longer for many tenants", async () => {
  await expectLinear((size) => {
    const gate = makeGate({ maxQueued: size });
    for (let i = 0; i < size; i++) gate.enter({ tenant: i % (size / 2) })?.come.catch(() => {});
    for (let i = 0; i < size / 2; i++) gate.enter({ tenant: `new ${i}` })?.come.catch(() => {});
    expect(gate.waiting).toBe(size);
  }, 40_000);
});

test("a weight that throws ends nobody else's call, though the queue is full", async () => {
  const gate = makeGate({
    maxQueued: 2,
    slots: 1,
    weight: (tenant) => {
      if (tenant === "wrong") throw new Error("weight");
      return 1;
    },
  });
  const came: string[] = [];
  for (const name of ["a 1", "a 2"]) wait(gate, "a", came, name);
  expect(() => gate.enter({ tenant: "wrong" })).toThrow("weight");
  await serve(gate, 2);
  expect(came).toEqual(["a 1", "a 2"]);
});
