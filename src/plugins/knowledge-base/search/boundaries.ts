/** What cannot open a piece of text: marks, joiners, emoji modifiers and the later letters of a Hangul syllable. */
const continuation = /^(?:\p{M}|\p{Emoji_Modifier}|\u200c|\u200d|[\u1160-\u11ff])/u;

/** Whether a text may be cut before unit `index`: in no surrogate pair, before no combining mark, in no emoji sequence. */
export function isBoundary(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return true;
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index);
  if (isHighSurrogate(before) && isLowSurrogate(after)) return false;
  if (before === 0x200d) return false;
  return !continuation.test(text.slice(index, index + 2));
}

/** The nearest boundary at or after `index`. */
export function boundaryAfter(text: string, index: number): number {
  while (!isBoundary(text, index)) index++;
  return index;
}

/** The nearest boundary at or before `index`. */
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
