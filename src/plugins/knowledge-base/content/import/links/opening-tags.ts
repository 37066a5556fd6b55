/** Opening tag in a text (UTF-16 code units). */
export interface OpeningTag {
  readonly offset: number;
  readonly text: string;
}

/**
 * Finds opening tags, whose quoted attributes may contain angle brackets.
 * @param begin global pattern for `<` and the tag names
 */
export function* openingTags(text: string, begin: RegExp): Generator<OpeningTag> {
  const beginnings = new RegExp(begin);
  for (let found = beginnings.exec(text); found; found = beginnings.exec(text)) {
    const end = endOfTag(text, beginnings.lastIndex);
    if (end === -1) continue;
    yield { offset: found.index, text: text.slice(found.index, end) };
    beginnings.lastIndex = end;
  }
}

/** Offset after the `>`; -1 for a tag cut off by another tag or the end of the text. */
function endOfTag(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') return at + 1;
    if (character === '<') return -1;
    if (character === '"' || character === "'") {
      at = text.indexOf(character, at + 1);
      if (at === -1) return -1;
    }
  }
  return -1;
}
