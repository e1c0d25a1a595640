import { declarationsOf, type ElementNode } from "soapwright-runtime/codecs";

/** Visits each element once, so that recursive types terminate. */
export function walkElements(
  elements: readonly ElementNode[],
  visit: (element: ElementNode, content: ReturnType<typeof declarationsOf>) => void,
): void {
  const seen = new Set(elements);
  for (const element of seen) {
    const content = declarationsOf(element.type);
    visit(element, content);
    // A Set may grow while it is iterated.
    for (const inner of content.elements) seen.add(inner);
    if (content.item !== undefined) for (const inner of declarationsOf(content.item).elements) seen.add(inner);
  }
}
