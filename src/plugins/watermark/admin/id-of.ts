/** The id that an address or a field of a form names; null for what is none. */
export function idOf(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
