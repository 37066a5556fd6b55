import { Composer, CST, isMap, isScalar, isSeq, Parser, visit } from 'yaml';

/**
 * Maximum number of aliases. Generous, because anchors are rare in imports, but small enough that nested aliases
 * cannot explode.
 */
const MAX_ALIASES = 20;
/**
 * Maximum nesting of lists and mappings. The composer recurses per level; with a full stack V8 cannot compile a
 * regular expression and terminates the process.
 */
const MAX_DEPTH = 100;

type ErrorPlace = number | readonly number[] | { readonly offset: number };

export interface YamlOptions {
  /**
   * Lower-case keys at the top level whose plain values are text as written, also in a list: `1.10` stays `1.10`.
   * @default none
   */
  readonly texts?: ReadonlySet<string>;
}

/**
 * Reads YAML (and therefore JSON) in linear time. The parser's `uniqueKeys` compares every key with every other, and
 * `prettyErrors` copies a line per error.
 * @throws Error whose message has the first error with its line and column
 */
export function readYaml(text: string, { texts }: YamlOptions = {}): unknown {
  const composer = new Composer({ logLevel: 'error', prettyErrors: false, uniqueKeys: false });
  // Stops at the first error. The composer would continue and collect an error with a stack for each one.
  Object.assign(composer, {
    onError(place: ErrorPlace, _code: string, message: string, isWarning = false): void {
      if (!isWarning) throw faultAt(text, offsetOf(place), message);
    },
  });
  const [document, second] = composer.compose(boundedTokens(text), true, text.length);
  if (!document) throw new Error('The composer returned no document.');
  const [error] = document.errors;
  if (error) throw faultAt(text, error.pos[0], error.message);
  if (second) throw faultAt(text, second.range[0], 'There is more than one document');
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value))
          throw faultAt(text, key.range?.[0] ?? 0, `Map keys must be unique, "${key.value}" is not`);
        keys.add(key.value);
      }
    },
  });
  if (texts) keepTexts(document.contents, texts);
  return document.toJS({ maxAliasCount: MAX_ALIASES });
}

function keepTexts(contents: unknown, texts: ReadonlySet<string>): void {
  if (!isMap(contents)) return;
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || !texts.has(String(key.value).toLowerCase())) continue;
    for (const each of isSeq(value) ? value.items : [value]) {
      // Numbers and booleans only: a plain null is an empty value.
      const isOther = isScalar(each) && (typeof each.value === 'number' || typeof each.value === 'boolean');
      if (isOther && each.source !== undefined) each.value = each.source;
    }
  }
}

/** Yields the tokens of a text, checking their depth before they are composed. */
function* boundedTokens(text: string): Generator<CST.Token> {
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document' && token.value) assertDepth(text, token.value);
    yield token;
  }
}

function assertDepth(text: string, root: CST.Token): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    const [first] = level;
    if (first && depth > MAX_DEPTH) {
      throw faultAt(text, first.offset, `Lists and mappings nest more than ${MAX_DEPTH} levels`);
    }
    const items = level.filter(CST.isCollection).flatMap(({ items }): readonly CST.CollectionItem[] => items);
    level = items.flatMap(({ key, value }) => [key, value]).filter((token) => token !== null && token !== undefined);
  }
}

function offsetOf(place: ErrorPlace): number {
  if (typeof place === 'number') return place;
  return 'offset' in place ? place.offset : (place[0] ?? 0);
}

function faultAt(text: string, offset: number, message: string): Error {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return new Error(`${message} at line ${line}, column ${offset - before.lastIndexOf('\n')}`);
}
