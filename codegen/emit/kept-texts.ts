/** Texts of more than one line, and long ones: they stand in a structure as marks, and in the file as they are. */

/** Longer texts take the printer, which looks at each character several times, longer than keeping them does. */
const printed = 80;

/** About as long as a mark is itself. */
const markLength = 8;

/** Around the number of a text: characters for private use, which `quoted` and `commentText` let nothing put into a file. */
const mark = /( ?)\ue000(\d+)\ue001( ?)/g;

/** The texts of one file that the printer does not get to see: it would indent their lines once more. */
export class KeptTexts {
  private readonly texts: string[] = [];

  /** What stands for the text in a structure. Its lines after the first are indented by `indent`. */
  keep(text: string, indent = 0): string {
    const hasLines = text.includes("\n");
    if (!hasLines && text.length <= printed) return text;
    this.texts.push(hasLines && indent > 0 ? text.replaceAll("\n", `\n${" ".repeat(indent)}`) : text);
    return `\ue000${this.texts.length - 1}\ue001`;
  }

  /** The same for the lines of a comment, which the printer lays out and need not look into. */
  keepLines(text: string): string {
    if (!text.includes("\n")) return this.#keepLine(text);
    return text
      .split("\n")
      .map((line) => this.#keepLine(line))
      .join("\n");
  }

  #keepLine(line: string): string {
    if (line.length <= markLength) return line;
    this.texts.push(line);
    return `\ue000${this.texts.length - 1}\ue001`;
  }

  /** What was printed, with the texts in their places. */
  restore(text: string): string {
    return text.replace(mark, (_, before: string, index: string, after: string) => {
      const kept = this.texts[Number(index)] ?? "";
      // No line ends in a space, and what follows a line of its own starts at the margin.
      return (kept.startsWith("\n") ? "" : before) + kept + (kept.endsWith("\n") ? "" : after);
    });
  }
}
