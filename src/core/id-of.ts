/** The id that an address or a field of a form names; null for what is none. */
export function idOf(text: unknown): number | null {
  return typeof text === 'string' && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}
