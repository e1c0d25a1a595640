/** A progress bar on a terminal. */

import { SingleBar } from "cli-progress";
import type { ExportProgress, ExportSummary } from "soapwright-export";
import { LineView, progressText, type ViewOutput } from "./progress-view";

/** Without a total, the bar is a line that is rewritten. */
export class BarView extends LineView {
  readonly #bar: SingleBar;
  readonly #output: ViewOutput;
  #isShown = false;

  constructor(stream: NodeJS.WritableStream, output: ViewOutput) {
    super(output);
    this.#output = output;
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
    if (this.isNews(progress)) {
      // In full, because the bar is cut at the end of the line.
      this.close();
      this.#output.err(`${progressText(progress, this.#output)}\n`);
    }
    if (!this.#isShown) this.#bar.start(total, progress.done, { progress });
    this.#isShown = true;
    this.#bar.setTotal(total);
    this.#bar.update(progress.done, { progress });
  }

  override stopping(): void {
    this.close();
    super.stopping();
  }

  override ended(summary: ExportSummary, errors: string): void {
    this.close();
    super.ended(summary, errors);
  }

  close(): void {
    if (this.#isShown) this.#bar.stop();
    this.#isShown = false;
  }
}

const WIDTH = 20;

function lineOf(progress: ExportProgress | undefined, output: ViewOutput): string {
  if (progress === undefined) return "";
  const { done, total } = progress;
  if (total === undefined) return progressText(progress, output);
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(share * WIDTH);
  return `${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${Math.floor(share * 100)} %  ${progressText(progress, output)}`;
}
