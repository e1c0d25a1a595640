// libxml2 in a process of its own, because the package is an ES module with top-level await, which jest does not load.
// Speaks JSON lines: { id, verb, ... } in, { id, result } or { id, error } out. Verbs: `validate`, `parse`.
import { createInterface } from "node:readline";
import { ParseOption, XmlDocument, XmlElement, XmlSimpleNode, XsdValidator } from "libxml2-wasm";

const xs = "http://www.w3.org/2001/XMLSchema";
const validators = new Map();

/** Returns the schema in a WSDL as a document. Its canonical form has the namespaces in scope. */
function embeddedSchema(wsdl) {
  const document = XmlDocument.fromString(wsdl);
  try {
    const schemas = document.find("//xs:schema", { xs });
    if (schemas.length !== 1) throw new Error(`${schemas.length} schemas in the WSDL: one is expected`);
    return schemas[0].canonicalizeToString();
  } finally {
    document.dispose();
  }
}

function validatorOf(schema) {
  let validator = validators.get(schema);
  if (!validator) {
    const text = schema.includes("<wsdl:definitions") ? embeddedSchema(schema) : schema;
    const document = XmlDocument.fromString(text);
    validator = XsdValidator.fromDoc(document);
    document.dispose();
    validators.set(schema, validator);
  }
  return validator;
}

/** Returns the problems of the elements that `select` finds, or of the root. An empty list means valid. */
function validate({ schema, xml, select }) {
  const document = XmlDocument.fromBuffer(Buffer.from(xml, "base64"));
  try {
    const elements = select === undefined ? [document.root] : document.find(select);
    if (elements.length === 0) throw new Error(`nothing to validate: ${select} finds no element`);
    return elements.flatMap((element) => problemsOf(validatorOf(schema), element));
  } finally {
    document.dispose();
  }
}

function problemsOf(validator, element) {
  try {
    validator.validate(element);
    return [];
  } catch (error) {
    return (error.details ?? [error]).map(({ message, line }) => `line ${line ?? "?"}: ${message.trim()}`);
  }
}

function parse({ xml }) {
  const option = ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_HUGE;
  const document = XmlDocument.fromBuffer(Buffer.from(xml, "base64"), { option });
  try {
    return treeOf(document.root);
  } finally {
    document.dispose();
  }
}

function treeOf(element) {
  const children = [];
  for (let node = element.firstChild; node; node = node.next) {
    if (node instanceof XmlElement) children.push(treeOf(node));
    else if (node instanceof XmlSimpleNode && node.constructor.name !== "XmlComment") {
      if (typeof children.at(-1) === "string") children.push(children.pop() + node.content);
      else children.push(node.content);
    }
  }
  const attributes = element.attrs.map(({ namespaceUri, name, value }) => ({
    namespace: namespaceUri,
    local: name,
    value,
  }));
  return {
    namespace: element.namespaceUri,
    local: element.name,
    prefix: element.prefix,
    declarations: { ...element.nsDeclarations },
    attributes,
    children,
  };
}

const verbs = { validate, parse };
for await (const line of createInterface({ input: process.stdin })) {
  const { id, verb, ...question } = JSON.parse(line);
  let answer;
  try {
    answer = { id, result: verbs[verb](question) };
  } catch (error) {
    answer = { id, error: String(error?.message ?? error) };
  }
  // Node.js 26 ends lines at more characters than a line feed.
  const ascii = JSON.stringify(answer).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  process.stdout.write(`${ascii}\n`);
}
