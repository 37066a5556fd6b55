import { isSegmented, type Token } from './tokenize.js';

/** Prefix of index terms that are variants. No word starts with it. */
const mark = '\u0001';

/** Index term of a variant, which differs from the same word written on its own. */
export function variantOf(term: string): string {
  return mark + term;
}

/** Returns the term of a variant; undefined for other index terms. */
export function wordOfVariant(term: string): string | undefined {
  return term.startsWith(mark) ? term.slice(mark.length) : undefined;
}

/** Maximum number of words in a compound. Longer runs are paths and URLs. */
const maximumWords = 4;
/** Minimum letters of a part: shorter ones are mostly initials and endings. */
const shortestPart = 3;

const joints = /^[-\u2010\u2011_/.&\u00b7\u05be]$/u;
const jointsAndApostrophes = /^[-\u2010\u2011_/.&\u00b7\u05be'\u2018\u2019\uff07]$/u;
const digit = /\p{N}/u;

/**
 * Returns the words of a text in runs: the parts of a compound such as "TCP/IP" are one run.
 */
export function compoundsOf(text: string, tokens: readonly Token[]): Token[][] {
  const runs: Token[][] = [];
  let last: Token | undefined;
  for (const token of tokens) {
    if (last !== undefined && isJoint(text, last, token, joints)) runs.at(-1)?.push(token);
    else runs.push([token]);
    last = token;
  }
  return runs;
}

function isJoint(text: string, before: Token, after: Token, joint: RegExp): boolean {
  if (after.start - before.end !== 1) return false;
  const between = text.charAt(before.end);
  if (between === ' ' || between === '\n' || !joint.test(between)) return false;
  if (digit.test(text.charAt(before.end - 1)) && digit.test(text.charAt(after.start))) return false;
  return !isSegmented(before.word) && !isSegmented(after.word);
}

/** Returns one token for a compound, spelled as one word; undefined for a run that is no compound. */
export function joined(run: readonly Token[]): Token | undefined {
  const [first, last] = [run[0], run.at(-1)];
  if (!first || !last || run.length < 2 || run.length > maximumWords || run.some(hasSigns)) return undefined;
  return { word: run.map(({ word }) => word).join(''), start: first.start, end: last.end };
}

const signs = /^\.|[+#\uff0b\uff03]{1,2}$/gu;
const unsigned = (word: string): string => word.replace(signs, '');

function hasSigns({ word }: Token): boolean {
  return unsigned(word) !== word;
}

/** Returns the parts of a word: "get", "Element" and "Id" of "getElementId", "Brien" of "O'Brien", "C" of "C++". */
export function partsOf({ word, start }: Token): Token[] {
  const base = unsigned(word);
  if (base !== word) {
    const from = start + word.indexOf(base);
    return [{ word: base, start: from, end: from + base.length }];
  }
  const parts = [...word.matchAll(pieces)].map(({ 0: part, index }) => ({
    word: part,
    start: start + index,
    end: start + index + part.length,
  }));
  // A name may follow an apostrophe. The letters before it are already found as a form of the word.
  const others = hasApostrophe.test(word) ? parts.slice(1) : parts;
  return parts.length < 2 ? [] : others.filter((part) => part.word.length >= shortestPart);
}

const hasApostrophe = /['\u2018\u2019\u02bc\uff07\u05f3\u05f4"]/;
/** Pieces of an identifier or a word with apostrophes: "XML", "Http" and "Request" of "XMLHttpRequest". */
const pieces = /\p{Lu}+(?!\p{Ll})[\p{N}\p{M}]*|\p{Lu}?[^\p{Lu}'\u2018\u2019\u02bc\uff07\u05f3\u05f4"]+/gu;
const composite = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|[.+#'\u2018\u2019\u02bc\uff07\uff0b\uff03]/u;

/**
 * Returns further spellings of the words of a text, under which they are found below exact matches: compounds spelled
 * as one word ("wifi" of "Wi-Fi"), and parts of identifiers and of names with signs.
 */
export function variantsOf(text: string, tokens: readonly Token[]): Token[] {
  const variants: Token[] = [];
  let run: Token[] = [];
  for (const [place, token] of tokens.entries()) {
    if (!plain.test(token.word) && composite.test(token.word)) variants.push(...partsOf(token));
    const next = tokens[place + 1];
    if (next !== undefined && isJoint(text, token, next, jointsAndApostrophes)) {
      run.push(token);
    } else if (run.length > 0) {
      variants.push(...joinedParts(text, [...run, token]));
      run = [];
    }
  }
  return variants;
}

/** Words of plain text, which have no parts: the most frequent case, tested fast. */
const plain = /^[A-Z]?[a-z]+$/;
/** Longer runs with these are paths, URLs and versions. */
const pathJoint = /[/._]/;

function joinedParts(text: string, run: readonly Token[]): Token[] {
  if (run.length > maximumWords) return [];
  const isPath =
    run.length > 2 && run.some(({ end }, place) => place + 1 < run.length && pathJoint.test(text.charAt(end)));
  if (isPath) return [];
  const found: Token[] = [];
  for (let start = 0; start + 1 < run.length; start++) {
    for (let end = start + 2; end <= run.length; end++) {
      const compound = joined(run.slice(start, end));
      if (compound) found.push(compound);
    }
  }
  return found;
}
