/** The elements that libxml2 read, as events of our reader. */
import type { RefereeElement } from "soapwright-testing/referee/referee";
import { type ReadEvent, Recorder } from "soapwright-testing/xml/recorder";

export function eventsOf(root: RefereeElement): readonly ReadEvent[] {
  const recorder = new Recorder();
  add(root, recorder);
  return recorder.said;
}

function add(element: RefereeElement, recorder: Recorder): void {
  const attributes = element.attributes.map(({ namespace, local, value }) => ({
    name: { namespace, local, raw: local },
    value,
  }));
  recorder.startElement(element, attributes);
  for (const child of element.children) {
    if (typeof child === "string") recorder.text(child);
    else add(child, recorder);
  }
  recorder.endElement(element);
}
