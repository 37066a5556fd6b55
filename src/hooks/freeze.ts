/**
 * Freezes plain objects and arrays all the way down, so that a callback that changes them in place fails where developers
 * see it. Instances of classes are left alone: they may have to change themselves.
 */
export function freezeDeep(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype && prototype !== null) return;
  Object.freeze(value);
  for (const member of Object.values(value)) freezeDeep(member);
}
