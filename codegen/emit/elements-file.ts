/** `elements.ts`: for each global element of a schema a function that reads documents of it, and one that writes them. */
import type { FunctionDeclarationStructure, StatementStructures } from "ts-morph";
import type { DocumentModel, Model } from "../model/model";
import { typesById } from "../model/walk";
import type { EmitOptions } from "./emit-options";
import type { KeptTexts } from "./kept-texts";
import { typesImport } from "./schemas-file";
import { Symbols } from "./symbols";
import { commentText } from "./text";
import { StructureKind } from "./ts-morph";
import { type TypeScope, valueText } from "./value-type";

/** The statements of `elements.ts`. */
export function emitElements(
  model: Model,
  { runtime }: Pick<EmitOptions, "runtime">,
  modules: { readonly types: string; readonly schemas: string },
  texts: KeptTexts,
): StatementStructures[] {
  const { documents = [] } = model;
  if (documents.length === 0) return [];
  const symbols = new Symbols();
  const scope: TypeScope = { types: typesById(model), prefix: "types.", symbols };
  const functions = documents.flatMap((document) => functionsOf(document, scope, texts));
  return [
    ...symbols.declaration(runtime, texts),
    { kind: StructureKind.ImportDeclaration, namespaceImport: "schemas", moduleSpecifier: modules.schemas },
    typesImport(modules.types),
    ...functions,
  ];
}

/** The functions that `index.ts` shows. */
export function elementFunctions({ documents = [] }: Model): string[] {
  return documents.flatMap(({ stem }) => [`parse${stem}`, `format${stem}`]);
}

function functionsOf(
  { stem, constant, element }: DocumentModel,
  scope: TypeScope,
  texts: KeptTexts,
): FunctionDeclarationStructure[] {
  const { symbols } = scope;
  const value = valueText(element.type, scope);
  const reads = `Reads a document of the element ${element.name.local}. Throws a ResponseError with path, line and column.`;
  const writes = `A document of the element ${element.name.local}, as XML text. Throws an ArgumentError with the path.`;
  const words = `${reads}\n\n${element.documentation}`;
  const start = { kind: StructureKind.Function, leadingTrivia: "\n", isExported: true } as const;
  return [
    {
      ...start,
      name: `parse${stem}`,
      docs: [element.documentation === undefined ? reads : `\n${texts.keepLines(commentText(words))}`],
      parameters: [
        { name: "document", type: "string | Uint8Array" },
        { name: "options", type: symbols.type("ParseOptions"), hasQuestionToken: true },
      ],
      returnType: texts.keep(value),
      statements: [`return ${symbols.value("parseDocument")}(schemas.${constant}, document, options);`],
    },
    {
      ...start,
      name: `format${stem}`,
      docs: [writes],
      parameters: [{ name: "value", type: texts.keep(value) }],
      returnType: "string",
      statements: [`return ${symbols.value("formatDocument")}(schemas.${constant}, value);`],
    },
  ];
}
