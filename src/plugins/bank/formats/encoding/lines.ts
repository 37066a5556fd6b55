/** Longer than any line that a bank writes, in characters: what is longer is cut into several, so that no file fills the memory. */
const LONGEST_LINE = 65_536;
const BREAK = /\r\n|\n|\r/;

/**
 * Cuts text into lines, each without its end: CR LF, LF or CR, also where it lies between two pieces.
 * @param pieces of a text, such as those of `StatementText.pieces`
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    // A CR at the end may be half of a CR LF: it waits for the next piece.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = whole.split(BREAK);
    rest = (lines.pop() ?? '') + text.slice(whole.length);
    for (const line of lines) yield* shortened(line);
    while (rest.length > LONGEST_LINE) {
      yield rest.slice(0, LONGEST_LINE);
      rest = rest.slice(LONGEST_LINE);
    }
  }
  if (rest !== '') yield* shortened(rest.replace(/\r$/, ''));
}

function* shortened(line: string): Generator<string, void> {
  yield line.slice(0, LONGEST_LINE);
  for (let at = LONGEST_LINE; at < line.length; at += LONGEST_LINE) yield line.slice(at, at + LONGEST_LINE);
}
