/** Milliseconds before a callback that adds to a page times out. */
const PAGE_TIMEOUT_MS = 5_000;

/** Options shared by hooks that add to a page or response. */
export const onPage = {
  since: '0.1.0',
  decorating: true,
  async: 'allowed',
  timeoutMs: PAGE_TIMEOUT_MS,
} as const;

/** Creates a check for lists returned by untyped callbacks: each item's members must have the given `typeof`. */
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
