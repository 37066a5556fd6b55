/** Maximum characters of a line, more than any bank writes. Longer lines are split, to limit memory. */
const LONGEST_LINE = 65_536;
const BREAK = /\r\n|\n|\r/;

/**
 * Splits streamed text into lines without their CR LF, LF or CR, even across pieces.
 * @param pieces of a text, such as those of `StatementText.pieces`
 * @returns the lines completed by each piece, in batches, because awaiting every line is slower than processing it
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[], void> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece;
    // A trailing CR may be the first half of CR LF, so it is kept for the next piece.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = whole.split(BREAK);
    rest = (lines.pop() ?? '') + text.slice(whole.length);
    const ended = lines.some(isTooLong) ? lines.flatMap(shortened) : lines;
    while (isTooLong(rest)) {
      ended.push(rest.slice(0, LONGEST_LINE));
      rest = rest.slice(LONGEST_LINE);
    }
    if (ended.length > 0) yield ended;
  }
  if (rest !== '') yield shortened(rest.replace(/\r$/, ''));
}

function isTooLong(line: string): boolean {
  return line.length > LONGEST_LINE;
}

function shortened(line: string): string[] {
  const pieces = [line.slice(0, LONGEST_LINE)];
  for (let at = LONGEST_LINE; at < line.length; at += LONGEST_LINE) pieces.push(line.slice(at, at + LONGEST_LINE));
  return pieces;
}
