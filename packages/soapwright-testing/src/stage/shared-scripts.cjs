/**
 * The environment of the tests: jest's for Node.js, whose modules are compiled once in a worker and not once in each test
 * file. A test file still has a context, globals and instances of modules of its own: only V8's code of a text is shared,
 * which is half of what loading the run time and the generator costs.
 */
const { AsyncLocalStorage } = require("node:async_hooks");
const vm = require("node:vm");
const { TestEnvironment } = require("jest-environment-node");

const { compileFunction } = vm;
/** Scripts by file, with the text and the parameters that they were made of. */
const scripts = new Map();

/** Stands in for `vm.compileFunction`, of which V8 keeps no code. */
function compileShared(code, parameters = [], options = {}) {
  const { filename, parsingContext } = options;
  if (filename === undefined || parsingContext === undefined) return compileFunction(code, parameters, options);
  const names = parameters.join(", ");
  let known = scripts.get(filename);
  if (known === undefined || known.code !== code || known.names !== names) {
    const head = `(function (${names}) {`;
    try {
      // The columns of the first line stay those of the file.
      const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
      known = { code, names, script };
    } catch {
      // jest words the error of a text that does not parse.
      return compileFunction(code, parameters, options);
    }
    scripts.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
}

vm.compileFunction = compileShared;

/** Storages that have been entered since the last test file of this worker has ended. */
const entered = new Set();

// Node.js 20 copies the value of every storage that was entered once into every promise that is made, and jest enters one
// for each test file: the promises of the last files of a worker would cost many times those of the first.
for (const method of ["run", "enterWith"]) {
  const enter = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...args) {
    entered.add(this);
    return enter.apply(this, args);
  };
}

/** The streams of the worker, to which a program listens once: each test file has a program of its own. */
const streams = [process.stdout, process.stderr];

class SharedScriptsEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    this.listeners = streams.map((stream) => new Set(stream.listeners("error")));
  }

  async teardown() {
    for (const storage of entered) storage.disable();
    entered.clear();
    for (const [at, stream] of streams.entries()) {
      for (const listener of stream.listeners("error")) {
        if (!this.listeners[at].has(listener)) stream.off("error", listener);
      }
    }
    await super.teardown();
  }
}

module.exports = SharedScriptsEnvironment;
