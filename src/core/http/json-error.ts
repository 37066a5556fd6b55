/** Position at which a text stops being valid JSON. */
export interface JsonErrorPlace {
  /** Offset in UTF-16 code units; the text's length if it only ends too early. */
  readonly position: number;
  /** Line number, from 1. */
  readonly line: number;
  /** Column number, from 1, in UTF-16 code units. */
  readonly column: number;
}

const BLANKS = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NUMBER_BEGUN = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 section 7 forbids exactly these in a string.
const STRING_BEGUN = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const ESCAPE_BEGUN = /\\(?:u[\da-fA-F]{0,3})?/y;
const WORDS = ['true', 'false', 'null'];

/**
 * Finds the position at which JSON.parse failed. Engines report it only for some errors and in their own formats. It
 * parses from the start by the grammar of RFC 8259, so use it only for invalid texts.
 */
export function findJsonError(text: string): JsonErrorPlace {
  const position = scan(text);
  const before = text.slice(0, position);
  return { position, line: before.split('\n').length, column: position - before.lastIndexOf('\n') };
}

type ExpectedToken = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'next';

/** Scans token by token with an explicit stack, because texts may nest deeper than the call stack. */
function scan(text: string): number {
  const closers: string[] = [];
  let expected: ExpectedToken = 'value';
  let index = 0;
  for (;;) {
    index = endOf(BLANKS, text, index);
    const character = text[index] ?? '';
    const closer = closers.at(-1);
    const mayClose = expected === 'next' || expected.endsWith(character);
    if (character !== '' && character === closer && mayClose) {
      closers.pop();
      expected = 'next';
      index += 1;
    } else if (expected === 'next') {
      if (closer === undefined || character !== ',') return index;
      expected = closer === '}' ? 'name' : 'value';
      index += 1;
    } else if (expected === ':') {
      if (character !== ':') return index;
      expected = 'value';
      index += 1;
    } else if (expected.startsWith('value') && (character === '{' || character === '[')) {
      closers.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'name or }' : 'value or ]';
      index += 1;
    } else {
      const token =
        expected.startsWith('name') && character !== '"' ? { end: index, whole: false } : scalar(text, index);
      if (!token.whole) return token.end;
      expected = expected.startsWith('name') ? ':' : 'next';
      index = token.end;
    }
  }
}

/** Returns the end of the longest valid prefix of a scalar at this position, and whether it is complete. */
function scalar(text: string, start: number): { end: number; whole: boolean } {
  if (text[start] === '"') {
    const end = endOf(STRING_BEGUN, text, start);
    return text[end] === '"' ? { end: end + 1, whole: true } : { end: endOf(ESCAPE_BEGUN, text, end), whole: false };
  }
  const word = WORDS.find((candidate) => candidate[0] === text[start]);
  if (word === undefined) {
    const end = endOf(NUMBER_BEGUN, text, start);
    return { end, whole: end > start && end === endOf(NUMBER, text, start) };
  }
  let end = start;
  while (end - start < word.length && text[end] === word[end - start]) end += 1;
  return { end, whole: end - start === word.length };
}

function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return start + (pattern.exec(text)?.[0].length ?? 0);
}
