/** XML Schema Part 1, 3.7 to 3.10: content models. */

import type { ElementUse, ModelGroup, Particle, Wildcard } from "../../xsd/components";
import type { ElementModel, GroupModel, Naming, ParticleModel, TypeId, WildcardModel } from "../model";
import { declaredParts, elementValue } from "./build-values";
import type { BuildContext } from "./context";

/** Returns the model of a particle of the type `owner`; no model if `maxOccurs` is 0. */
export function particleModels(particle: Particle, owner: TypeId, context: BuildContext): ParticleModel[] {
  if (particle.maxOccurs === 0) return [];
  switch (particle.kind) {
    case "elementUse":
      return [elementModel(particle, owner, context)];
    case "wildcard":
      return [wildcardModel(particle)];
    case "modelGroup":
      return groupModels(particle, owner, context);
  }
}

function elementModel(use: ElementUse, owner: TypeId, context: BuildContext): ElementModel {
  const { element } = use;
  const path: Naming = { after: "path", owner, local: element.name.local };
  return {
    kind: "element",
    key: "",
    type: elementValue(element, use.reference, path, context),
    min: use.minOccurs,
    max: use.maxOccurs,
    presence: use.minOccurs === 0 ? "optional" : "required",
    ...declaredParts(element, use.documentation),
    component: use,
  };
}

function wildcardModel(wildcard: Wildcard): WildcardModel {
  return {
    kind: "any",
    key: "",
    min: wildcard.minOccurs,
    max: wildcard.maxOccurs,
    presence: wildcard.minOccurs === 0 ? "optional" : "required",
    namespaces: wildcard.namespaces,
    component: wildcard,
  };
}

function groupModels(group: ModelGroup, owner: TypeId, context: BuildContext): ParticleModel[] {
  const particles = group.particles.flatMap((particle) => branchOf(particle, group, owner, context));
  const model: GroupModel = {
    kind: group.compositor,
    optional: group.minOccurs === 0,
    loose: false,
    particles,
    component: group,
  };
  if (group.maxOccurs === 1) return [model];
  const { minOccurs: min, maxOccurs: max } = group;
  return [
    {
      kind: "repeated",
      key: "",
      min,
      max,
      presence: min === 0 ? "optional" : "required",
      particle: { ...model, optional: false },
      component: group,
    },
  ];
}

/** Keeps an empty branch of a choice. */
function branchOf(particle: Particle, group: ModelGroup, owner: TypeId, context: BuildContext): ParticleModel[] {
  return particle.kind === "modelGroup" && particle.maxOccurs !== 0 && group.compositor === "choice"
    ? groupModels(particle, owner, context)
    : particleModels(particle, owner, context);
}
