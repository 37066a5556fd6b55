/** Returns the editable value of a member: `raw` of `{ raw, rendered }`, otherwise the member itself. */
export function storedValue(member: unknown): unknown {
  const isPair = typeof member === 'object' && member !== null && 'raw' in member && 'rendered' in member;
  return isPair ? member.raw : member;
}
