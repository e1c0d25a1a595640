import { ActiveCalls, type RosterEntry } from "../../src/client/call-life";

class Entry implements RosterEntry {
  place = -1;
}

const some = (count: number) => Array.from({ length: count }, () => new Entry());

test("keeps who was added until that one is deleted, in any order", () => {
  const roster = new ActiveCalls<Entry>();
  const [a, b, c] = some(3) as [Entry, Entry, Entry];
  for (const entry of [a, b, c]) roster.add(entry);
  expect(roster.size).toBe(3);
  roster.delete(a);
  expect(new Set(roster.all())).toEqual(new Set([b, c]));
  roster.delete(c);
  roster.delete(b);
  expect([roster.size, roster.all()]).toEqual([0, []]);
});

test("adding or deleting twice is doing it once", () => {
  const roster = new ActiveCalls<Entry>();
  const [a, b] = some(2) as [Entry, Entry];
  roster.add(a);
  roster.add(a);
  expect(roster.size).toBe(1);
  roster.delete(b);
  expect(roster.size).toBe(1);
  roster.delete(a);
  roster.delete(a);
  expect(roster.size).toBe(0);
  roster.add(a);
  expect(roster.all()).toEqual([a]);
});

test("agrees with a set over thousands of random steps", () => {
  const roster = new ActiveCalls<Entry>();
  const model = new Set<Entry>();
  const entries = some(40);
  let state = 5;
  for (let step = 0; step < 5_000; step++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const entry = entries[(state >> 8) % entries.length]!;
    if (state % 3 === 0) {
      roster.delete(entry);
      model.delete(entry);
    } else {
      roster.add(entry);
      model.add(entry);
    }
    expect(roster.size).toBe(model.size);
  }
  expect(new Set(roster.all())).toEqual(model);
});

test("what all returns stays as it is while entries go", () => {
  const roster = new ActiveCalls<Entry>();
  const entries = some(5);
  for (const entry of entries) roster.add(entry);
  for (const entry of roster.all()) roster.delete(entry);
  expect(roster.size).toBe(0);
  expect(entries.every(({ place }) => place === -1)).toBe(true);
});
