import { isAscii, isUtf8 } from 'node:buffer';
import { HostError } from '../../../../index.js';
import type { StatementProblem } from '../statement.js';
import type { StatementFile } from '../statement-format.js';
import { bytesOf, firstBytes } from './bytes.js';
import { knownEncoding } from './code-pages.js';
import { declaredEncoding } from './declared-encoding.js';
import { createPageGuess } from './guess-page.js';
import { endOfLastCharacter } from './last-character.js';

/** Bytes read for the declaration, more than any XML declaration or OFX header has. */
const HEAD = 1024;
/** Bytes of ASCII after which the known encoding of a file is used. Statements have names and texts early. */
const PLAIN_START = 65_536;

export interface EncodingOptions {
  /** Encoding of the profile, for files that do not declare one. */
  readonly encoding?: string | undefined;
  /** Encoding that the user chose. It precedes what the file declares. */
  readonly chosen?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundEncoding {
  /** Name of the encoding, for `createDecoder`. */
  readonly encoding: string;
  readonly problems: readonly StatementProblem[];
}

/**
 * Finds the encoding of a file by content first: byte order mark, then UTF-8 if the whole file is valid and
 * has characters of several bytes, which text in another encoding practically never is. Otherwise the encoding that the
 * user chose, the file declares or the profile names, in this order, else a guessed code page. A guess and a wrong label
 * are reported. A label of Windows-1252 is wrong if the file has bytes without a character in it.
 *
 * Reads the whole file once to check for UTF-8, and a second time to guess.
 * @throws HostError 400 `vendor_bank_invalid_param` if the chosen encoding is unknown
 */
export async function findEncoding(file: StatementFile, options: EncodingOptions = {}): Promise<FoundEncoding> {
  const { signal } = options;
  const chosen = options.chosen === undefined ? null : chosenEncoding(options.chosen);
  const head = await firstBytes(file, HEAD, signal);
  const wide = markedEncoding(head) ?? wideEncoding(head);
  if (wide !== null) return { encoding: wide, problems: [] };

  const declared = declaredEncoding(Buffer.from(head).toString('latin1'));
  // The declaration was readable byte by byte, so the file cannot be UTF-16.
  const declares = declared?.encoding?.startsWith('utf-16') ? 'utf-8' : (declared?.encoding ?? null);
  const candidate = chosen ?? declares ?? knownEncoding(options.encoding ?? '');
  const label = chosen ?? declared?.label ?? null;

  const content = await contentOf(file, candidate !== null && candidate !== 'utf-8', signal);
  if (content === 'utf-8') {
    const isMistaken = label !== null && (chosen ?? declared?.encoding) !== 'utf-8';
    return { encoding: 'utf-8', problems: isMistaken ? [guessed('UTF-8', label)] : [] };
  }
  const isTrusted = chosen !== null || content === 'ascii' || !(await hasUndefined(file, candidate, signal));
  if (candidate !== null && candidate !== 'utf-8' && isTrusted) return { encoding: candidate, problems: [] };
  if (content === 'ascii') {
    const isMistaken = declared !== null && declared.encoding !== 'utf-8';
    return { encoding: 'utf-8', problems: isMistaken ? [guessed('UTF-8', declared.label)] : [] };
  }
  const guess = createPageGuess();
  for await (const piece of bytesOf(file, signal)) guess.add(piece);
  const page = guess.page();
  return { encoding: page, problems: [guessed(page, label ?? (candidate === null ? null : 'UTF-8'))] };
}

function chosenEncoding(name: string): string {
  const encoding = knownEncoding(name);
  if (encoding !== null) return encoding;
  const message = `"${name}" is not a supported encoding. Examples: utf-8, windows-1252, iso-8859-15, cp850.`;
  throw new HostError('vendor_bank_invalid_param', message, { status: 400, params: { encoding: message } });
}

/**
 * Whether all bytes are ASCII, or UTF-8 with characters of several bytes, or something else.
 * @param isKnown whether another encoding is known; then a start of ASCII is enough to use it
 */
async function contentOf(
  file: StatementFile,
  isKnown: boolean,
  signal?: AbortSignal,
): Promise<'ascii' | 'other' | 'utf-8'> {
  const check = createUtf8Check();
  let isPlain = true;
  let length = 0;
  for await (const piece of bytesOf(file, signal)) {
    isPlain &&= isAscii(piece);
    length += piece.length;
    if (isKnown && isPlain && length >= PLAIN_START) return 'ascii';
    if (!check.add(piece)) return 'other';
  }
  if (!check.isUtf8()) return 'other';
  return isPlain ? 'ascii' : 'utf-8';
}

/** Bytes without a character in Windows-1252. */
const UNDEFINED = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** Whether a file labelled as Windows-1252, which many programs write as a default, cannot have that encoding. */
async function hasUndefined(file: StatementFile, encoding: string | null, signal?: AbortSignal): Promise<boolean> {
  if (encoding !== 'windows-1252') return false;
  for await (const piece of bytesOf(file, signal)) if (UNDEFINED.some((byte) => piece.includes(byte))) return true;
  return false;
}

/** Incremental UTF-8 validation. */
interface Utf8Check {
  /** Adds a piece and returns whether the bytes so far may be UTF-8. */
  add(piece: Uint8Array): boolean;
  /** Whether all bytes are UTF-8. Call after the last piece. */
  isUtf8(): boolean;
}

/** Creates a check whose pieces may end anywhere, even within a character. */
function createUtf8Check(): Utf8Check {
  let rest: Uint8Array = new Uint8Array(0);
  let isValid = true;

  return {
    add(piece) {
      if (!isValid || (rest.length === 0 && isAscii(piece))) return isValid;
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const end = endOfLastCharacter(bytes);
      isValid = isUtf8(bytes.subarray(0, end));
      rest = bytes.slice(end);
      return isValid;
    },
    isUtf8: () => isValid && rest.length === 0,
  };
}

function markedEncoding([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null;
}

/** UTF-16 without a byte order mark: statements start with ASCII, whose other byte is zero. */
function wideEncoding([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  return first !== 0 && second === 0 && third !== 0 && fourth === 0 ? 'utf-16le' : null;
}

function guessed(encoding: string, label: string | null): StatementProblem {
  const declared =
    label === null
      ? 'does not declare its encoding and is not UTF-8'
      : `is labelled "${label}" but does not use that encoding`;
  const message = `The file ${declared}. It was read as ${encoding}. Check letters with accents. If they are wrong, choose the encoding when you import the file, or set it in the profile.`;
  return { severity: 'warning', code: 'encoding_guessed', message, position: '' };
}
