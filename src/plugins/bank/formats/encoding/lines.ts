/** Maximum characters of a line, more than any bank writes. Longer lines are split, to limit memory. */
const MAX_LINE_LENGTH = 65_536;
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
      ended.push(rest.slice(0, MAX_LINE_LENGTH));
      rest = rest.slice(MAX_LINE_LENGTH);
    }
    if (ended.length > 0) yield ended;
  }
  if (rest !== '') yield shortened(rest.replace(/\r$/, ''));
}

function isTooLong(line: string): boolean {
  return line.length > MAX_LINE_LENGTH;
}

function shortened(line: string): string[] {
  const pieces = [line.slice(0, MAX_LINE_LENGTH)];
  for (let at = MAX_LINE_LENGTH; at < line.length; at += MAX_LINE_LENGTH)
    pieces.push(line.slice(at, at + MAX_LINE_LENGTH));
  return pieces;
}
