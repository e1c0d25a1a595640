/** The documentation in a WSDL, by the names that the view of a contract uses. */
import type { ClientModel, Model } from "../model/model";
import { schemaName } from "../model/walk";

interface DocumentationTexts {
  readonly operations: Readonly<Record<string, string>>;
  readonly types: Readonly<Record<string, string>>;
}

/** Returns the texts for each client of a model, in the model's order. */
export function documentationTexts(model: Model): readonly DocumentationTexts[] {
  const types: Record<string, string> = Object.create(null);
  for (const type of model.types) {
    const name = type.naming.after === "type" ? schemaName(type) : undefined;
    if (name !== undefined && type.documentation) types[`{${name.namespace}}${name.local}`] = plain(type.documentation);
  }
  return model.clients.map((client) => ({ operations: operationTexts(client), types }));
}

function operationTexts({ operations }: ClientModel): Readonly<Record<string, string>> {
  const texts: Record<string, string> = Object.create(null);
  for (const { name, documentation } of operations) if (documentation) texts[name] = plain(documentation);
  return texts;
}

export function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
