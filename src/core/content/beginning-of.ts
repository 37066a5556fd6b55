/** Characters of an excerpt that nobody wrote. */
export const EXCERPT_LENGTH = 200;

/** The beginning of a text, cut at a word: for cards and lists of what has no excerpt of its own. */
export function beginningOf(text: string, length = EXCERPT_LENGTH): string {
  // No character takes more than two code units, and runs of spaces shrink: four times the length is plenty.
  const line = text
    .slice(0, length * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  if (characters.length <= length) return line;
  const cut = characters.slice(0, length).join('');
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > length / 2 ? space : undefined).trimEnd()}…`;
}
