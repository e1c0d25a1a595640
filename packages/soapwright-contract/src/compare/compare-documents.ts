import { Diagnostics } from "../diagnostics";
import { buildModel } from "../model/build/build-model";
import type { Model } from "../model/model";
import type { ModelOptions } from "../model/model-options";
import { runPasses } from "../model/passes/passes";
import type { Documents } from "../open/documents";
import type { Change } from "./change";
import { Changes, Names } from "./change";
import { compareDefinitions } from "./compare-definitions";
import { compareServices } from "./compare-services";
import { formOf } from "./model-form";
import { compareTypescript } from "./typescript-names";

/** Returns every change between two WSDLs, judged for callers of the code generated with `options`. */
export function compareDocuments(old: Documents, now: Documents, options: ModelOptions = {}): readonly Change[] {
  const changes = new Changes();
  const [oldNamespace, newNamespace] = [old.definitions.targetNamespace, now.definitions.targetNamespace];
  const why = "clients in use write and expect the old one";
  if (oldNamespace !== newNamespace)
    changes.addBreaking("namespace", "target-namespace-moved", `${oldNamespace} -> ${newNamespace}`, "callers", why);
  changes.compareDocumentation("WSDL", old.definitions.documentation, now.definitions.documentation);
  const names = new Names((namespace) => (namespace === oldNamespace ? newNamespace : namespace));
  compareServices(old.definitions, now.definitions, changes);
  compareDefinitions(old.definitions, now.definitions, names, changes);
  const [oldModel, newModel] = [modelOf(old, options), modelOf(now, options)];
  if (oldModel && newModel) {
    compareTypescript(oldModel, newModel, names, changes);
    compareForms(oldModel, newModel, changes);
  }
  return changes.all;
}

/** Returns undefined if the WSDL has unsupported constructs. */
function modelOf({ definitions, schemas }: Documents, options: ModelOptions): Model | undefined {
  const diagnostics = new Diagnostics();
  const model = runPasses(buildModel(definitions, schemas, options, diagnostics), options);
  return diagnostics.hasErrors ? undefined : model;
}

/** Reports differences in generated code that the other comparisons miss. */
function compareForms(old: Model, now: Model, changes: Changes): void {
  const isSame = (withDocumentation: boolean): boolean =>
    formOf(old, withDocumentation) === formOf(now, withDocumentation);
  if (changes.all.every(({ step }) => step === "patch") && !isSame(false))
    changes.addCompatible(
      "generated code",
      "generated-code-changed",
      "is written in another way",
      "for what is the same on the wire",
    );
  else if (changes.all.length === 0 && !isSame(true))
    changes.compareDocumentation("generated code", "documentation of before", "documentation of now");
}
