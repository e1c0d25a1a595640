// libxml2 in a thread of its own: the package is an ES module with top-level await, and what it does takes its time.
// Messages: { verb, ... } in, { result } or { error } out, one at a time.
import { parentPort } from "node:worker_threads";
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlRegisterInputProvider } from "libxml2-wasm";

let validator;

/** Loads a set of schema files, of which one imports the others. Nothing else can be read: no file, no network. */
function load({ files, root }) {
  const encoder = new TextEncoder();
  const provider = new XmlBufferInputProvider({});
  for (const [name, text] of files) provider.addBuffer(name, encoder.encode(text));
  xmlRegisterInputProvider(provider);
  const text = files.find(([name]) => name === root)[1];
  const document = XmlDocument.fromString(text, { url: root });
  try {
    validator?.dispose();
    validator = undefined;
    validator = XsdValidator.fromDoc(document);
  } finally {
    document.dispose();
  }
}

/** Problems of each document; none means valid. */
function validate({ documents }) {
  return documents.map((text) => {
    let document;
    try {
      document = XmlDocument.fromString(text);
      validator.validate(document);
      return [];
    } catch (error) {
      return problemsOf(error);
    } finally {
      document?.dispose();
    }
  });
}

function problemsOf(error) {
  const details = error.details ?? [];
  return details.length > 0 ? details.map(({ message }) => message.trim()) : [String(error.message ?? error).trim()];
}

const verbs = { load, validate };
parentPort.on("message", ({ verb, ...question }) => {
  try {
    parentPort.postMessage({ result: verbs[verb](question) });
  } catch (error) {
    parentPort.postMessage({ error: problemsOf(error) });
  }
});
