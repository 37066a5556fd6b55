/**
 * Deep-freezes plain objects and arrays, so that a callback that mutates them fails visibly in development. Class
 * instances are left alone because they may need to mutate themselves.
 * @experimental
 */
export function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}
