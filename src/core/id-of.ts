/** Parses an id from a URL or form field. Null if it is not a valid id. */
export function idOf(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
