/** Characters that cannot start a piece of text: marks, joiners, emoji modifiers and non-initial Hangul jamo. */
const continuation = /^(?:\p{M}|\p{Emoji_Modifier}|\u200c|\u200d|[\u1160-\u11ff])/u;

/**
 * Returns whether a text may be cut before unit `index`. It may not inside a surrogate pair or an emoji sequence,
 * and not before a combining mark.
 */
export function isBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  if (isHighSurrogate(before) && isLowSurrogate(after)) return false;
  if (before === 0x200d) return false;
  return !continuation.test(text.slice(index, index + 2));
}

/** Returns the nearest boundary at or after `index`. */
export function boundaryAfter(text: string, index: number): number {
  while (!isBoundary(text, index)) index++;
  return index;
}

/** Returns the nearest boundary at or before `index`. */
export function boundaryBefore(text: string, index: number): number {
  while (!isBoundary(text, index)) index--;
  return index;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
