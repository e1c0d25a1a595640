/** Types of results with binary data: `make typecheck` reads them. */
import type { AttachmentStream, AttachmentsOf } from "../../src/runtime";

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
  // To infer from a result, a compiler goes through every type of the service, each with every other: EWS never ends.
  const nothing: unknown extends Inferred ? true : false = true;
  expect([streamed, whole, nothing]).toEqual([true, true, true]);
});
