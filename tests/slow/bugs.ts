/** A bug for each package, which the first command of its row in CONTRIBUTING.md finds. */
interface Bug {
  /** The path below `src/`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** The path below `tests/`. */
  readonly test: string;
}

export const bugs: Readonly<Record<string, Bug>> = {
  soapwright: {
    file: "emit/text.ts",
    from: 'key !== "__proto__" ? key : quoted(key)',
    to: "false ? key : quoted(key)",
    test: "emit/emit.test.ts",
  },
  "soapwright-cli": {
    file: "service/export/run-export.ts",
    from: "keepGoing: flags.keepGoing === true",
    to: "keepGoing: false",
    test: "service/keep-going.test.ts",
  },
  "soapwright-contract": {
    file: "model/passes/merge-occurrence.ts",
    from: "only.max * particle.max",
    to: "only.max + particle.max",
    test: "model/passes/passes.test.ts",
  },
  "soapwright-export": {
    file: "files.ts",
    from: "found.size > 0",
    to: "found.size < 0",
    test: "files.test.ts",
  },
  "soapwright-features": {
    file: "admissions/breaker.ts",
    from: "if (this.#isClosedFor(tenant) || this.#mayStartTrial()) return;",
    to: "return;",
    test: "admissions/breaker.test.ts",
  },
  "soapwright-gateway": {
    file: "cache.ts",
    from: "reply.code(304).send()",
    to: "reply.code(200).send()",
    test: "gateway.test.ts",
  },
  "soapwright-node-soap": {
    file: "security-object.ts",
    from: "call.transport = transport;",
    to: "call.transport = { ...transport, tls: undefined };",
    test: "security-objects.test.ts",
  },
  "soapwright-runtime": {
    file: "xml/encodings.ts",
    from: '"iso-8859-1": (bytes) => ({ text: latin1Text(bytes)',
    to: '"iso-8859-1": (bytes) => ({ text: utf16Text(bytes)',
    test: "xml/text-decoder.test.ts",
  },
  "soapwright-sandbox": {
    file: "trouble/trouble-rules.ts",
    from: "entry.taken >= rule.times",
    to: "entry.taken > rule.times",
    test: "trouble.test.ts",
  },
  "soapwright-verify": {
    file: "texts/random.ts",
    from: "min + Math.floor(",
    to: "min + 1 + Math.floor(",
    test: "texts.test.ts",
  },
};
