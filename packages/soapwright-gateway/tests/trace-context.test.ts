/** Which traces of callers go on to the service (Trace Context, level 1). */
import { startStage } from "./parcels";

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";

test.each([
  ["a whole one", `00-${TRACE}-${SPAN}-01`, true],
  ["one of a later version", `01-${TRACE}-${SPAN}-00`, true],
  ["a trace of zeros", `00-${"0".repeat(32)}-${SPAN}-01`, false],
  ["a parent of zeros", `00-${TRACE}-${"0".repeat(16)}-01`, false],
  ["zeros alone", `00-${"0".repeat(32)}-${"0".repeat(16)}-01`, false],
  ["the version ff", `ff-${TRACE}-${SPAN}-01`, false],
  ["capital letters", `00-${TRACE.toUpperCase()}-${SPAN}-01`, false],
  ["more behind it", `00-${TRACE}-${SPAN}-01-x`, false],
])("%s goes on with its state, or neither does", async (_name, traceparent, isValid) => {
  const sent: Readonly<Record<string, unknown>>[] = [];
  const stage = await startStage(
    {},
    {},
    {
      attemptInterceptors: [
        (next: (attempt: { readonly httpHeaders: object }) => unknown) =>
          (attempt: { readonly httpHeaders: object }): unknown => {
            sent.push({ ...attempt.httpHeaders });
            return next(attempt);
          },
      ],
    },
  );
  await stage.post("countParcels", {}, { headers: { traceparent, tracestate: "a=1" } });
  const { traceparent: trace, tracestate: state } = sent[0]!;
  expect([trace, state]).toEqual(isValid ? [traceparent, "a=1"] : [undefined, undefined]);
  await stage.close();
});
