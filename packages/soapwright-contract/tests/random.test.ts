import { Random } from "../src/random";

const drawn = (random: Random) => Array.from({ length: 20 }, () => random.next());

test("equal seeds draw the same, parts and all; others do not", () => {
  expect(drawn(new Random("a", 1))).toEqual(drawn(new Random("a", 1)));
  for (const other of [new Random("a", 2), new Random("a1"), new Random("1", "a"), new Random()]) {
    expect(drawn(other)).not.toEqual(drawn(new Random("a", 1)));
  }
});

test("what is drawn stays within its bounds and reaches both", () => {
  const random = new Random("bounds");
  const many = Array.from({ length: 500 }, () => random.integer(-1, 2));
  expect([...new Set(many)].sort()).toEqual([-1, 0, 1, 2]);
  for (const value of drawn(random)) expect(value >= 0 && value < 1).toBe(true);
  const [least, most] = [-(10n ** 30n), 10n ** 30n];
  for (let count = 0; count < 100; count++) {
    const value = random.bigInteger(least, most);
    expect(value >= least && value <= most).toBe(true);
  }
  expect(random.bigInteger(5n, 5n)).toBe(5n);
  expect([random.chance(0), random.chance(1)]).toEqual([false, true]);
});

test("a pick is one of the items, a shuffle all of them", () => {
  const random = new Random("items");
  expect([..."abc"]).toContain(random.pick([..."abc"]));
  expect(random.shuffled([..."abcdef"]).sort()).toEqual([..."abcdef"]);
  expect(() => random.pick([])).toThrow(RangeError);
});
