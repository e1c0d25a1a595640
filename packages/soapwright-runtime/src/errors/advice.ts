/** Advice in errors, and its text for each kind of reader. */

/** A step that may fix an error. */
export interface Advice {
  /**
   * The action. `set`, `raise` and `check` concern `option`; `check` without `option` concerns the network. `repeat`
   * means to call again later, `slow-down` to make fewer concurrent calls, `send-less` to send less in one call, and
   * `report` to notify the operator of the service.
   */
  readonly action: AdviceAction;
  /** The name of an option of `ClientOptions`, for example `timeoutMs` or `limits.depth`; `auth` for credentials. */
  readonly option?: string;
  /** The recommended value of the option, if there is one. */
  readonly value?: string | boolean;
}

/** What a reader of an error may do: see `Advice.action`. */
export type AdviceAction = "set" | "raise" | "check" | "repeat" | "slow-down" | "send-less" | "report";

/** The names of options for one kind of reader, who can change only some of them. */
export interface Reader {
  /** Returns undefined if this reader cannot change the option. */
  inAdvice(advice: Advice & { readonly option: string }): string | undefined;
  inSentence(option: string): string;
  /** Returns how a sentence about the service or the call begins. Default: `OF_CLIENT` says "The service" and "The call". */
  subject?(subject: "service" | "call"): string;
  /** Returns a sentence of advice about options that this reader cannot change. */
  without(action: AdviceAction, options: readonly string[]): string;
}

/** The reader whose program uses a generated client. Options keep their names. */
export const OF_CLIENT: Reader = {
  inAdvice: ({ option }) => (option === "auth" ? "the credentials" : option),
  inSentence: (option) => option,
  without: () => "",
};

/** The reader whose program passes a `baseUrl`, from which endpoint and namespaces are derived. */
export const OF_BASE_URL: Reader = {
  ...OF_CLIENT,
  inAdvice: (advice) => BESIDE_BASE_URL[advice.option] ?? OF_CLIENT.inAdvice(advice),
};

const BESIDE_BASE_URL: { readonly [option: string]: string } = {
  endpoint: "baseUrl or endpoint",
  "quirks.namespaces": "namespace or namespaceBaseUrl",
};

/** The keys are action and option. `NAME` is replaced by the reader's name for the option. */
const PHRASES: { readonly [advice: string]: string } = {
  "set endpoint": "set NAME to the final address",
  "set endpoint https:": "use https:",
  "set endpoint http:": "use http: where that is allowed",
  "set upstream https:": "use https:",
  "set upstream http:": "use http: where that is allowed",
  "set soapVersion": "set NAME to the version that the service speaks",
  "set quirks.namespaces": "set NAME to the one that the service uses",
  "set features attachments()": "set NAME: [attachments()], of the entry point attachments, to read its parts",
  "set validation lenient": 'set NAME: "lenient" to accept it',
  "set proxy": "put them into NAME, as in http://user:password@proxy.example",
  "set tls.cert": "set NAME and tls.key, or tls.pfx, to a client certificate that the service accepts",
  "set tls.ca": "set NAME to the authority that issued the certificate",
  "raise signal": "give the signal more time",
  "set quirks.allowControlCharacters true": "set NAME: true to accept it",
  "check httpHeaders": "check whether a gateway in front of the service needs its own credentials (NAME)",
  "check network": "check the network",
  repeat: "call again later",
  "slow-down": "make fewer calls at a time",
  "send-less": "send less at a time",
  report: "tell the owner of the service",
};

/** What a program can do about a response that `validation: "lenient"` reads. */
export const LENIENT_ADVICE: readonly Advice[] = [
  { action: "set", option: "validation", value: "lenient" },
  { action: "report" },
];

/** A request can be kept below the other limits by sending less. */
const ONLY_RAISED = /^(?:max|limits\.(?!requestBytes$|queued$|streamIdleMs$))/;

/** Returns an empty string if there is no advice. */
export function adviceText(advice: readonly Advice[], reader: Reader): string {
  const phrases: string[] = [];
  let previousAction: AdviceAction | undefined;
  for (const item of advice) {
    const { action, option } = item;
    const name = option === undefined ? "" : reader.inAdvice({ ...item, option });
    if (name === undefined) continue;
    const phrase = phraseOf(item, name);
    // Consecutive items share one verb: "check a and the network", "raise a and b". Consecutive `set` items are
    // alternatives.
    const verb = `${action} `;
    const last = phrases.at(-1);
    if (last !== undefined && action === previousAction && action !== "set" && phrase.startsWith(verb)) {
      phrases[phrases.length - 1] = `${last}${/ or /.test(last) ? "," : ""} and ${phrase.slice(verb.length)}`;
    } else phrases.push(phrase);
    previousAction = action;
  }
  const [first] = advice;
  if (phrases.length === 0) {
    return first === undefined
      ? ""
      : reader.without(
          first.action,
          advice.flatMap(({ option = [] }) => option),
        );
  }
  const sentence =
    phrases.length < 3 ? phrases.join(", or ") : `${phrases.slice(0, -1).join(", ")}, or ${phrases.at(-1)}`;
  return `${sentence[0]!.toUpperCase()}${sentence.slice(1)}.`;
}

function phraseOf({ action, option, value }: Advice, name: string): string {
  const key = option === undefined ? (action === "check" ? "check network" : action) : `${action} ${option}`;
  const phrase = PHRASES[value === undefined ? key : `${key} ${value}`];
  // A command line takes no colon between an option and its value.
  const written = name.startsWith("--") ? phrase?.replace(/NAME: "?(\w+)"?/, "NAME $1") : phrase;
  if (written !== undefined) return written.replace("NAME", () => name);
  // The value of httpHeaders is the scheme of HTTP authentication.
  if (option === "httpHeaders" && value !== undefined)
    return `send ${value} with ${name}${name.startsWith("--") ? "" : " or client.soap.setSecurity"}`;
  if (value !== undefined) return `${action} ${name.startsWith("--") ? name : `${name}: ${JSON.stringify(value)}`}`;
  return `${action} ${name}${action === "raise" && ONLY_RAISED.test(option ?? "") ? " to accept it" : ""}`;
}
