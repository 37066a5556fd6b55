/** No page waits longer than this for what one callback adds to it, in milliseconds. */
const PAGE_TIMEOUT_MS = 5_000;

/** What hooks that add to an answer have in common. */
export const onPage = {
  since: '0.1.0',
  decorating: true,
  async: 'allowed',
  timeoutMs: PAGE_TIMEOUT_MS,
} as const;

/** What callbacks without types may return is worth a look: members by name, with what `typeof` says of them. */
export function isListOf(members: Readonly<Record<string, string>>) {
  return (value: unknown): value is Record<string, unknown>[] =>
    Array.isArray(value) &&
    value.every(
      (item) =>
        typeof item === 'object' &&
        item !== null &&
        Object.entries(members).every(([name, type]) => typeof item[name] === type && item[name] !== null),
    );
}

export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
