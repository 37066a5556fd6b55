/**
 * Restores the line ends of the original text in the value of a text field, which only has `\n`. Every byte outside
 * the changed part stays the same.
 * @param before text that the field was given
 * @param after value that it has now
 */
export function withLineEnds(before: string, after: string): string {
  const shown = inField(before);
  if (shown === after) return before;
  if (shown === before) return after;
  const most = Math.min(shown.length, after.length);
  let start = 0;
  while (start < most && shown[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && shown[shown.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const usual = before.includes('\r\n') ? '\r\n' : '\n';
  const changed = after.slice(start, after.length - end).replaceAll('\n', usual);
  const result =
    before.slice(0, offsetIn(before, start)) + changed + before.slice(offsetIn(before, shown.length - end));
  // A lone `\r` next to the change may have become half of another line end.
  return inField(result) === after ? result : after.replaceAll('\n', usual);
}

/** Normalizes line ends as a text field does. */
function inField(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

/** Offset in the text of a character whose offset is known for line ends of one character. */
function offsetIn(text: string, offset: number): number {
  let at = 0;
  for (let seen = 0; seen < offset; seen += 1) at += text.startsWith('\r\n', at) ? 2 : 1;
  return at;
}
