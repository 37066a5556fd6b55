/** What a member of a stored text is to those who edit it: of `{ raw, rendered }` what was written. */
export function storedValue(member: unknown): unknown {
  const isPair = typeof member === 'object' && member !== null && 'raw' in member && 'rendered' in member;
  return isPair ? member.raw : member;
}
