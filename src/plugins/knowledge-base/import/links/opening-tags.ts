/** An opening tag as it stands in a text (UTF-16 code units). */
export interface OpeningTag {
  readonly offset: number;
  readonly text: string;
}

/**
 * Finds opening tags, whose quoted attributes may hold angle brackets.
 * @param begin matches `<` and the names, global
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

/** Behind the `>`; -1 for a tag that another one or the end of the text cuts off. */
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
