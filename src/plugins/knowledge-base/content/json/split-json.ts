import { invalidJson } from './invalid-json.js';

/** Text of a JSON value: a member of the outer object, or an element of a member that is an array. */
export interface JsonPiece {
  readonly member: string;
  /** Index in the array; null for a member that is not an array. */
  readonly index: number | null;
  /** Line in the document where it starts, from 1. */
  readonly line: number;
  readonly text: string;
}

export interface SplitLimits {
  /** Maximum number of characters per piece. */
  readonly length: number;
  /** Maximum nesting depth of objects and arrays in a piece. */
  readonly depth: number;
}

/** Position of the reader in the outer object, which determines the allowed next token. */
type State =
  | 'document'
  | 'member or end'
  | 'member'
  | 'colon'
  | 'value'
  | 'element or end'
  | 'element'
  | 'after element'
  | 'after value'
  | 'nothing';

const EXPECTED: Readonly<Record<State, string>> = {
  document: 'an object',
  'member or end': 'a member name',
  member: 'a member name',
  colon: 'a colon',
  value: 'a value',
  'element or end': 'an entry',
  element: 'an entry',
  'after element': 'a comma or the end of the list',
  'after value': 'a comma or the end of the document',
  nothing: 'the end of the file',
};

/**
 * Splits a JSON document (RFC 8259), which may be larger than memory, into pieces. A piece is a member of the outer
 * object, or an element of a member that is an array. Only the text between the pieces is validated; the caller must
 * parse the pieces.
 * @throws HostError 422 `vendor_kb_import_invalid` for an invalid or truncated document, or a piece beyond the
 *   limits
 */
export async function* splitJson(chunks: AsyncIterable<string>, limits: SplitLimits): AsyncGenerator<JsonPiece> {
  const seen = new Set<string>();
  let state: State = 'document';
  let line = 1;
  let member = '';
  let index: number | null = null;
  const piece = createPiece(limits);

  /** Finishes a piece and determines the next state. */
  function* finish(): Generator<JsonPiece> {
    const { text, line: begin } = piece.take();
    if (state === 'member or end' || state === 'member') {
      member = nameOf(text, begin);
      if (seen.has(member)) throw invalidJson(`"${member}" is a duplicate`, begin);
      seen.add(member);
      state = 'colon';
      return;
    }
    yield { member, index, line: begin, text };
    if (index !== null) index += 1;
    state = index === null ? 'after value' : 'after element';
  }

  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      if (piece.isOpen()) {
        const read = piece.read(chunk, at);
        line += read.lines;
        at = read.end;
        if (read.isWhole) yield* finish();
        continue;
      }
      const char = chunk.charAt(at);
      if (char === '\n') line += 1;
      if (/[ \t\r\n]/.test(char)) {
        at += 1;
        continue;
      }
      const next = structure(state, char);
      if (next === 'begin') piece.begin(line, `${member}${index === null ? '' : `[${index}]`}`);
      else if (next === null) throw invalidJson(`Expected ${EXPECTED[state]}, not "${char}"`, line);
      else {
        at += 1;
        if (next === 'element or end') index = 0;
        if (next === 'after value') index = null;
        state = next;
      }
    }
  }
  if (state !== 'nothing') throw invalidJson('The file is incomplete. Export it again', line);
}

/** Returns the next state for a character between values; null if it is not allowed. */
function structure(state: State, char: string): State | 'begin' | null {
  switch (state) {
    case 'document':
      return char === '{' ? 'member or end' : null;
    case 'member or end':
      return char === '}' ? 'nothing' : char === '"' ? 'begin' : null;
    case 'member':
      return char === '"' ? 'begin' : null;
    case 'colon':
      return char === ':' ? 'value' : null;
    case 'value':
      return char === '[' ? 'element or end' : beginsValue(char);
    case 'element or end':
      return char === ']' ? 'after value' : beginsValue(char);
    case 'element':
      return beginsValue(char);
    case 'after element':
      return char === ',' ? 'element' : char === ']' ? 'after value' : null;
    case 'after value':
      return char === ',' ? 'member' : char === '}' ? 'nothing' : null;
    default:
      return null;
  }
}

function beginsValue(char: string): 'begin' | null {
  return /["{[\-0-9tfn]/.test(char) ? 'begin' : null;
}

function nameOf(text: string, line: number): string {
  try {
    return String(JSON.parse(text));
  } catch {
    throw invalidJson('A member name is not valid JSON', line);
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

/** Creates a reader for one piece, which may span several chunks. */
function createPiece({ length, depth: deepest }: SplitLimits) {
  let parts: string[] | null = null;
  let size = 0;
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  let isScalar = false;
  let line = 0;
  let place = '';

  function keep(text: string): void {
    size += text.length;
    if (size > length) throw invalidJson(`${place} exceeds ${length} characters`, line);
    parts?.push(text);
  }

  return {
    isOpen: () => parts !== null,
    begin(atLine: number, at: string) {
      parts = [];
      [size, depth, isText, isEscaped, isScalar, line, place] = [0, 0, false, false, false, atLine, at];
    },
    /** @returns end position, number of line breaks up to there, and whether the piece is complete */
    read(chunk: string, start: number): { end: number; lines: number; isWhole: boolean } {
      let lines = 0;
      for (let at = start; at < chunk.length; at += 1) {
        const code = chunk.charCodeAt(at);
        if (code === NEWLINE && !isScalar) lines += 1;
        if (isText) {
          if (isEscaped) isEscaped = false;
          else if (code === BACKSLASH) isEscaped = true;
          else if (code === QUOTE) {
            isText = false;
            if (depth === 0) {
              keep(chunk.slice(start, at + 1));
              return { end: at + 1, lines, isWhole: true };
            }
          }
          continue;
        }
        const char = chunk[at];
        if (isScalar || depth === 0) {
          if (char === '"' || char === '{' || char === '[') {
            if (isScalar) throw invalidJson(`${place} is not valid JSON`, line);
          } else if (/[\s,}\]]/.test(char ?? '')) {
            keep(chunk.slice(start, at));
            return { end: at, lines, isWhole: true };
          } else isScalar = true;
        }
        if (code === QUOTE) isText = true;
        else if (char === '{' || char === '[') {
          depth += 1;
          if (depth > deepest) throw invalidJson(`${place} nests more than ${deepest} objects`, line);
        } else if (depth > 0 && (char === '}' || char === ']')) {
          depth -= 1;
          if (depth === 0) {
            keep(chunk.slice(start, at + 1));
            return { end: at + 1, lines, isWhole: true };
          }
        }
      }
      keep(chunk.slice(start));
      return { end: chunk.length, lines, isWhole: false };
    },
    take(): { text: string; line: number } {
      const text = (parts ?? []).join('');
      parts = null;
      return { text, line };
    },
  };
}
