/** The progress of an export as a bar. The library that draws it is loaded with this file. */
import { SingleBar } from "cli-progress";
import type { ExportProgress } from "soapwright-export";
import { LineView, progressText, type ViewOutput } from "./progress-view";

const WIDTH = 20;

/** Without a total, the bar is a line that is rewritten. */
export class BarView extends LineView {
  readonly #bar: SingleBar;
  #isShown = false;

  constructor(stream: NodeJS.WritableStream, output: ViewOutput) {
    super(output);
    this.#bar = new SingleBar({
      stream,
      format: (_options, _params, payload: { readonly progress?: ExportProgress }) => lineOf(payload.progress, output),
      hideCursor: false,
      clearOnComplete: true,
      linewrap: false,
      // The export handles Ctrl-C.
      gracefulExit: false,
    });
  }

  override progress(progress: ExportProgress): void {
    const total = progress.total ?? progress.done;
    // In full, because the bar is cut at the end of the line.
    if (this.isNews(progress)) this.print(progressText(progress, this.output));
    if (!this.#isShown) this.#bar.start(total, progress.done, { progress });
    this.#isShown = true;
    this.#bar.setTotal(total);
    this.#bar.update(progress.done, { progress });
  }

  protected override print(text: string): void {
    this.close();
    super.print(text);
  }

  close(): void {
    if (this.#isShown) this.#bar.stop();
    this.#isShown = false;
  }
}

function lineOf(progress: ExportProgress | undefined, output: ViewOutput): string {
  if (progress === undefined) return "";
  const { done, total } = progress;
  if (total === undefined) return progressText(progress, output);
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * WIDTH);
  return `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${Math.floor(share * 100)} %  ${progressText(progress, output)}`;
}
