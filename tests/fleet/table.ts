/** A table of docs/decisions/figures.md, printed row by row. */
export class Table {
  constructor(title: string, heads: readonly string[]) {
    console.log(
      `\n${title}\n\n| ${heads.join(" | ")} |\n|${heads.map((_, n) => (n === 0 ? "---" : "--:")).join("|")}|`,
    );
  }

  row(cells: readonly string[]): void {
    console.log(`| ${cells.join(" | ")} |`);
  }
}

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
