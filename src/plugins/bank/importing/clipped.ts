/** The beginning of a text that fits into a column of so many code points, without the one that databases refuse. */
export function clipped(text: string, length: number): string {
  const storable = text.includes('\0') ? text.replaceAll('\0', '') : text;
  return storable.length <= length ? storable : [...storable.slice(0, 2 * length)].slice(0, length).join('');
}
