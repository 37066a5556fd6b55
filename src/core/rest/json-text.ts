/**
 * Encodes data as JSON. @throws TypeError for cycles, functions and non-finite numbers, which JSON would turn into
 * null
 */
export function encode(data: unknown): string {
  const text: string | undefined = stringify(data);
  if (text === undefined) throw new TypeError(`JSON cannot represent a ${typeof data}.`);
  if (text.includes('null')) assertFinite(data);
  return text;
}

/**
 * Encodes data as JSON; values without a JSON form are omitted or null, as with `JSON.stringify`. A replacer is
 * called for every member and doubles the cost, so it is used only when needed.
 * @throws TypeError for cycles
 */
export function stringify(data: unknown): string {
  try {
    return JSON.stringify(data);
  } catch {
    return JSON.stringify(data, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  }
}

function assertFinite(value: unknown): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`JSON cannot represent ${value}.`);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return;
  for (const member of Object.values(value)) assertFinite(member);
}
