/** Truncates a text to a column's length in code points and removes NUL, which databases reject. */
export function clipped(text: string, length: number): string {
  const storable = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return storable.length <= length ? storable : [...storable.slice(0, 2 * length)].slice(0, length).join('');
}
