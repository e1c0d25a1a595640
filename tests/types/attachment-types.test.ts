/** Types of results with binary data: `make typecheck` reads them. */
import type { XmlElement } from "soapwright-runtime";
import type { AttachmentStream, AttachmentValue } from "soapwright-runtime/attachments";
import type { AttachmentsOf, WithAttachments } from "soapwright-runtime/tables";

interface Photo {
  readonly Name: string;
  readonly Octets: Uint8Array;
}
declare function resultOf<T>(result: AttachmentsOf<T, { readonly attachments: "stream" }>): T;
type Inferred = ReturnType<typeof infer>;
const infer = (streams: { readonly Name: string; readonly Octets: AttachmentStream }) => resultOf(streams);

test("streams are there where the options say so, and nothing is inferred from them", () => {
  const streamed: AttachmentsOf<Photo, { readonly attachments: "stream" }>["Octets"] extends AttachmentStream
    ? true
    : false = true;
  const whole: AttachmentsOf<Photo, { readonly timeoutMs: 1 }> extends Photo ? true : false = true;
  // To infer from a result, a compiler compares all types of the service with each other, which never ends for EWS.
  const nothing: unknown extends Inferred ? true : false = true;
  expect([streamed, whole, nothing]).toEqual([true, true, true]);
});

test("what has no octets is taken as it is, lists that are only read too", () => {
  const arguments_: { readonly Any: readonly XmlElement[]; readonly Left?: (XmlElement | null)[] } = { Any: [] };
  const taken: WithAttachments<typeof arguments_> = arguments_;
  const streams: AttachmentsOf<typeof arguments_, { readonly attachments: "stream" }> = arguments_;
  const octets: WithAttachments<{ Pages: Uint8Array[] }>["Pages"][number] extends AttachmentValue ? true : false = true;
  expect([taken, streams, octets]).toEqual([arguments_, arguments_, true]);
});
