/**
 * Takes the place of `@ts-morph/common`, where ts-morph has the TypeScript compiler and the texts of its libraries: twelve
 * megabytes of source that the printer of structures does not need. What ts-morph asks for while it loads is empty here;
 * the little that printing calls does what the real one does; everything else is `WholeNeeded`.
 */

/** Asked for something that only the real `@ts-morph/common` can do. */
export class WholeNeeded extends Error {}

/** A substitute for one loading of ts-morph. */
export interface CommonSubstitute {
  readonly exports: object;
  /** ts-morph has loaded: from now on it may ask for what printing needs, and for nothing else. */
  finishLoading(): void;
}

export function commonSubstitute(): CommonSubstitute {
  let members: object = whileLoading;
  return {
    exports: new Proxy({}, { get: (_, key) => memberOf(members, key) }),
    finishLoading: () => {
      members = whilePrinting;
    },
  };
}

function memberOf(members: object, key: string | symbol): unknown {
  if (key in members) return Reflect.get(members, key);
  throw new WholeNeeded(`ts-morph asks for ${String(key)}`);
}

function only(members: object): object {
  return new Proxy({}, { get: (_, key) => memberOf(members, key) });
}

class Empty {}

/** The tokens that the search for the end of a parameter compares with; all but the end are as good as absent. */
const tokens = { EndOfFileToken: 0, TemplateHead: 1, OpenBraceToken: 2, CloseBraceToken: 3 };
const someToken = 4;
const stringLiteral = /"(?:[^"\\\n]|\\.)*"/g;

/**
 * Finds where the last token of a text ends, which is where ts-morph puts a comma: at its end, unless comments or white
 * space follow. Outside of string literals a slash may start a comment, a backtick a template, and another quote a
 * string that is not told from the rest here: such a text is for the real scanner.
 */
class EndScanner {
  private text = "";
  private isAtEnd = false;

  setText(text: string | undefined): void {
    this.text = text ?? "";
    this.isAtEnd = this.text === "";
  }

  scan(): number {
    if (/["'/`]|\s$/.test(this.text.replace(stringLiteral, "_"))) throw new WholeNeeded("ts-morph asks for a scanner");
    if (this.isAtEnd) return tokens.EndOfFileToken;
    this.isAtEnd = true;
    return someToken;
  }

  getTokenFullStart(): number {
    return this.text.length;
  }
}

/** A decorator for the methods that make printers: without arguments, they make one for each object. */
function memoize(method: (this: object, ...args: unknown[]) => unknown): typeof method {
  const made = new WeakMap<object, unknown>();
  return function (...args) {
    if (args.length > 0) return method.apply(this, args);
    if (!made.has(this)) made.set(this, method.call(this));
    return made.get(this);
  };
}

const whileLoading = {
  ts: only({ version: "0.0.0", ScriptTarget: {}, createScanner: () => new EndScanner() }),
  SyntaxKind: {},
  errors: { InvalidOperationError: Empty },
  SettingsContainer: Empty,
  KeyValueCache: Empty,
  Memoize: memoize,
};

const white = " \f\n\r\t\v\u00a0\u2028\u2029";

const whilePrinting = {
  ts: only({ SyntaxKind: only(tokens) }),
  StringUtils: only({
    isNullOrWhitespace: (text: unknown) => typeof text !== "string" || [...text].every((one) => white.includes(one)),
    isWhitespaceCharCode: (code: number) => white.includes(String.fromCharCode(code)),
    startsWithNewLine: (text: string | undefined) => text !== undefined && /^\r?\n/.test(text),
    endsWithNewLine: (text: string | undefined) => text?.endsWith("\n") ?? false,
  }),
  ArrayUtils: only({ isNullOrEmpty: (array: readonly unknown[] | undefined) => (array?.length ?? 0) === 0 }),
  ObjectUtils: only({
    /** Printing clones the overloads of methods. */
    clone: (overloads: unknown) => {
      if (overloads !== undefined) throw new WholeNeeded("ts-morph asks for a clone");
    },
  }),
};
