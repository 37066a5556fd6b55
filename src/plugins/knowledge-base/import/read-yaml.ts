import { Composer, CST, isScalar, Parser, visit } from 'yaml';

/** Generous for people (anchors are rare in what is imported), small enough that nested aliases cannot multiply. */
const MAX_ALIASES = 20;
/**
 * Levels of lists and mappings. The composer calls itself for each level; with a full stack V8 cannot compile a pattern
 * and ends the process.
 */
const MAX_DEPTH = 100;

type ErrorPlace = number | readonly number[] | { readonly offset: number };

/**
 * Reads YAML, which JSON is too, in time linear in its length: `uniqueKeys` of the parser compares every key with every
 * other, and `prettyErrors` copies a line for every error.
 * @throws Error whose message names the first fault with its line and column
 */
export function readYaml(text: string): unknown {
  const composer = new Composer({ logLevel: 'error', prettyErrors: false, uniqueKeys: false });
  // The composer would go on, and collect an error with its stack for every further sign.
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
  return document.toJS({ maxAliasCount: MAX_ALIASES });
}

/** The tokens of a text, each checked before it is composed. */
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
      throw faultAt(text, first.offset, `Lists and mappings nest more than ${MAX_DEPTH} deep`);
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
