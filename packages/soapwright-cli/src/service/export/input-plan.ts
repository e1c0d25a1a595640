/** Turns the records of a file into arguments of calls. */

import { hash } from "node:crypto";
import type { QueuedInput } from "soapwright-export";
import { type Column, type InputRecord, inputColumn, rangeRecords, readRecords } from "soapwright-export";
import { simpleTypeOf, valueOfText } from "soapwright-runtime/codecs";
import type { OperationNode } from "soapwright-runtime/tables";
import { argumentsOf, type GivenOption, isSameName, optionName } from "../../call/parse-arguments";
import { argumentPlaces, type Place } from "../../call/places";
import { UsageError } from "../../end/command-end";
import type { CallableOperation } from "../service-command";

interface InputWords {
  /** A file, `-` for standard input, or a range. */
  readonly ids: string;
  readonly idColumn: string | undefined;
  /** Pairs of `argument=column`. */
  readonly from: readonly string[];
  readonly fixed: readonly GivenOption[];
  /** These options are suggestions for a misspelled one. */
  readonly ownColumns: readonly string[];
}

interface Survey {
  readonly total: number;
  readonly fingerprint: string;
}

/** An export, before its inputs are called or enqueued. */
export interface PlannedExport {
  readonly callable: CallableOperation;
  readonly plan: InputPlan;
  readonly survey: Survey | undefined;
  readonly inputColumns: readonly Column[];
}

type Records = AsyncGenerator<InputRecord, void, undefined>;

interface Source {
  readonly place: Place;
  readonly column: string;
}

export class InputPlan {
  readonly #labels: InputWords;
  readonly #operation: OperationNode;
  readonly #places: readonly Place[];
  readonly #isWhole: boolean;
  readonly #fixed: { readonly [key: string]: unknown };
  readonly #range: readonly [from: number, to: number] | undefined;
  /** The records of standard input, which cannot be opened again. */
  #begun: Records | undefined;

  constructor(operation: OperationNode, labels: InputWords) {
    const target = argumentPlaces(operation);
    this.#labels = labels;
    this.#operation = operation;
    this.#isWhole = target.isWhole;
    this.#places = target.places.filter(({ type, list }) => !list && simpleTypeOf(type) !== undefined);
    const fixed = argumentsOf({ ...target, isWhole: false }, labels.fixed, undefined, labels.ownColumns);
    this.#fixed = fixed as { readonly [key: string]: unknown };
    this.#range = rangeOf(labels.ids);
  }

  get fixed(): string {
    return JSON.stringify(this.#fixed);
  }

  get name(): string {
    return this.#labels.ids === "-" ? "standard input" : this.#labels.ids;
  }

  /** Waits for the first record of standard input. */
  async columns(): Promise<readonly Column[]> {
    let columns: readonly string[] | undefined;
    const records = this.#open((titles) => {
      columns = titles;
    });
    const first = await records.next();
    if (this.#labels.ids === "-") this.#begun = rejoined(first, records);
    else await records.return();
    if (first.done !== true) columns = Object.keys(first.value.cells);
    const places = columns === undefined ? [this.#idPlace()] : this.#sources(columns).map(({ place }) => place);
    return places.map(({ key, type }) => inputColumn(key, type));
  }

  /** A wrong input is found before the first call. Returns undefined for standard input. */
  async survey(): Promise<Survey | undefined> {
    if (this.#labels.ids === "-") return undefined;
    if (this.#range !== undefined) {
      const [from, to] = this.#range;
      // If both ends are valid, so are all values between.
      const { key, type } = this.#sources([""])[0]!.place;
      for (const end of this.#range) {
        const found = valueIn(type, String(end));
        if ("value" in found) continue;
        const takes = `takes a range of values for ${key}: ${found.expected}`;
        throw new UsageError(`option '--ids' ${takes}. ${end} is not one.`);
      }
      return { total: to - from + 1, fingerprint: this.#labels.ids };
    }
    let total = 0;
    let chain = "";
    for await (const { key } of this) {
      total++;
      chain = hash("sha256", chain + key, "base64");
    }
    return { total, fingerprint: chain };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<QueuedInput, void, undefined> {
    let sources: readonly Source[] | undefined;
    for await (const { line, cells } of this.#begun ?? this.#open()) {
      sources ??= this.#sources(Object.keys(cells));
      const columns: { [key: string]: unknown } = {};
      const texts: string[] = [];
      for (const { place, column } of sources) {
        const text = cells[column] ?? "";
        columns[place.key] = this.#value(place, text, line, column);
        texts.push(String(columns[place.key]));
      }
      const args = { ...this.#fixed, ...columns };
      yield { key: texts.join("/"), columns, args: this.#isWhole ? Object.values(args)[0] : args };
    }
  }

  /** Standard input may never end. */
  close(): void {
    if (this.#labels.ids === "-") process.stdin.destroy();
  }

  /** Titles are checked even if no record follows. */
  async *#open(onTitles: (titles: readonly string[]) => void = () => {}): Records {
    const { ids } = this.#labels;
    if (this.#range !== undefined) yield* rangeRecords(...this.#range);
    else
      yield* readRecords(ids === "-" ? process.stdin : ids, (titles) => {
        this.#sources(titles);
        onTitles(titles);
      });
  }

  #value(place: Place, text: string, line: number, column: string): unknown {
    const found = valueIn(place.type, text);
    if ("value" in found) return found.value;
    const where = column === "" ? "" : `, column ${column}`;
    throw new UsageError(
      `${this.name}, line ${line}${where}: ${place.key} takes ${found.expected}. Correct the line, then run the same command again.`,
    );
  }

  /** The id is first. */
  #sources(columns: readonly string[]): readonly Source[] {
    const named = new Map(this.#labels.from.map((word) => this.#named(word, columns)));
    const id = this.#idPlace(named);
    const sources: Source[] = [{ place: id, column: this.#idColumn(id, columns) }];
    for (const place of this.#places) {
      if (place === id || Object.hasOwn(this.#fixed, place.key)) continue;
      const column = named.get(place.key) ?? this.#columnOf(place.key, columns);
      if (column !== undefined) sources.push({ place, column: this.#only(column, columns) });
      else if (place.required) {
        throw new UsageError(
          `${this.#operation.name} takes ${place.key}, and ${this.name} has no column of that name. Add the column, name it with --from ${optionName(place.key)}=<column>, or give one value for all with --${optionName(place.key)}.`,
        );
      }
    }
    return sources;
  }

  /** The argument for `--ids` is the first required one without another source. */
  #idPlace(named: ReadonlyMap<string, string> = new Map()): Place {
    const free = this.#places.filter(({ key }) => !Object.hasOwn(this.#fixed, key) && !named.has(key));
    const place = free.find(({ required }) => required) ?? free[0];
    if (place !== undefined) return place;
    throw new UsageError(`${this.#operation.name} takes no argument that --ids could be for.`);
  }

  #idColumn({ key, type }: Place, columns: readonly string[]): string {
    const { idColumn } = this.#labels;
    const found = idColumn === undefined ? this.#columnOf(key, columns) : columns.find((each) => each === idColumn);
    if (found !== undefined) return this.#only(found, columns);
    const [only] = columns;
    if (idColumn !== undefined || only === undefined || columns.length > 1)
      throw this.#noColumn(idColumn ?? key, columns);
    // A title that is a valid id is one: the first id must not be lost.
    if (only !== "" && "value" in valueIn(type, only)) throw this.#noColumn(key, columns);
    return only;
  }

  /** The exact name counts if several match. */
  #columnOf(key: string, columns: readonly string[]): string | undefined {
    const same = columns.filter((each) => isSameName(each, key));
    if (same.length < 2) return same[0];
    if (same.includes(key)) return key;
    throw new UsageError(
      `${this.name} has several columns for ${key}: ${same.join(", ")}. Name one with --from ${optionName(key)}=<column>, or with --id-column.`,
    );
  }

  #only(column: string, columns: readonly string[]): string {
    if (columns.indexOf(column) === columns.lastIndexOf(column)) return column;
    throw new UsageError(`${this.name} has several columns called ${column}. Give each a title of its own.`);
  }

  #named(word: string, columns: readonly string[]): readonly [key: string, column: string] {
    const at = word.indexOf("=");
    const place = this.#places.find(({ key }) => isSameName(key, word.slice(0, at)));
    if (at < 1 || place === undefined) {
      throw new UsageError(
        `option '--from' takes <argument>=<column>. Arguments are ${this.#places.map(({ key }) => optionName(key)).join(", ")}.`,
      );
    }
    const column = columns.find((each) => each === word.slice(at + 1));
    if (column === undefined) throw this.#noColumn(word.slice(at + 1), columns);
    return [place.key, column];
  }

  #noColumn(wanted: string, columns: readonly string[]): UsageError {
    const there = columns.filter((each) => each !== "").slice(0, 12);
    const has = there.length === 0 ? "It has no titles of columns" : `It has ${there.join(", ")}`;
    return new UsageError(
      `${this.name} has no column ${wanted}. ${has}. Name the column with the ids with --id-column, or write a line of titles.`,
    );
  }
}

async function* rejoined(first: IteratorResult<InputRecord, void>, rest: Records): Records {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}

function valueIn(type: Place["type"], text: string): ReturnType<typeof valueOfText> | { readonly expected: string } {
  const simple = simpleTypeOf(type);
  return simple === undefined ? { expected: "JSON" } : valueOfText(simple, text, "closed");
}

function rangeOf(ids: string): readonly [number, number] | undefined {
  const [, from, to] = /^(\d{1,15})(?:-|\.\.)(\d{1,15})$/.exec(ids) ?? [];
  if (from === undefined || to === undefined) return undefined;
  if (Number(from) <= Number(to)) return [Number(from), Number(to)];
  throw new UsageError(`option '--ids' takes a range that begins with its lower end, for example ${to}-${from}.`);
}
