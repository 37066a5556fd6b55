/** Comment that begins or ends a block. */
export interface Delimiter {
  readonly kind: 'opening' | 'closing' | 'void';
  /** Includes the namespace. */
  readonly name: string;
  /** JSON between name and end, as written; empty for none. */
  readonly json: string;
  /** Offsets in the document; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const HEAD = /<!--\s+(\/)?wp:([a-z][a-z0-9_-]*\/)?([a-z][a-z0-9_-]*)\s+/g;
const END_OF_JSON = /\}(\s+)(\/)?-->/g;

/**
 * Yields the delimiters of a document in order, by the grammar of `@wordpress/block-serialization-default-parser`
 * 5.56. Its regular expression searches for the end of attributes from every beginning, which takes minutes for 2 MB
 * of `<!-- wp:a {`. This one reads each character only a few times.
 */
export function* delimitersOf(document: string): Generator<Delimiter, void> {
  const head = new RegExp(HEAD);
  const endOfJson = new RegExp(END_OF_JSON);
  let hasEnd = true;

  /** Finds the end of the object at `from`: the first brace that the end of the comment follows. */
  function findEnd(from: number): RegExpExecArray | null {
    if (!hasEnd) return null;
    endOfJson.lastIndex = from;
    const found = endOfJson.exec(document);
    hasEnd = found !== null;
    return found;
  }

  for (let match = head.exec(document); match; match = head.exec(document)) {
    const [, closes, namespace = 'core/', shortName = ''] = match;
    const begin = head.lastIndex;
    const found = document[begin] === '{' ? findEnd(begin) : null;
    const isVoid = found ? found[2] !== undefined : document.startsWith('/-->', begin);
    if (!found && !isVoid && !document.startsWith('-->', begin)) continue;
    const end = found ? endOfJson.lastIndex : begin + (isVoid ? 4 : 3);
    yield {
      kind: isVoid ? 'void' : closes === undefined ? 'opening' : 'closing',
      name: namespace + shortName,
      json: found ? document.slice(begin, found.index + 1) : '',
      start: match.index,
      end,
    };
    head.lastIndex = end;
  }
}
