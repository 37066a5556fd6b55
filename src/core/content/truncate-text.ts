/** Maximum characters of a generated excerpt. @experimental */
export const EXCERPT_LENGTH = 200;

/** Cuts a text at a word boundary, for cards and lists of items without an excerpt. @experimental */
export function truncateText(text: string, length = EXCERPT_LENGTH): string {
  // A character is at most two code units and whitespace collapses, so four times the length is plenty.
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
