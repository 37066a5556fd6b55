/** Removes passwords from autosaves and local copies. The user types them again. */
export function withoutPasswords<Value>(value: Value): Value;
export function withoutPasswords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutPasswords(member));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'password');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutPasswords(member)]));
}
