import { isAscii, isUtf8 } from 'node:buffer';
import type { StatementProblem } from '../statement.js';
import type { StatementFile } from '../statement-format.js';
import { bytesOf, firstBytes } from './bytes.js';
import { declaredEncoding, knownEncoding } from './declared-encoding.js';
import { endOfLastCharacter } from './last-character.js';

/** Bytes read for the declaration, more than any XML declaration or OFX header has. */
const HEAD = 1024;

/**
 * Central European letters (1250) that are rare signs or undefined in 1252: Ł Ą Ş Ż ł ą ş Ľ ľ ż Ť Ź ť ś ź.
 * Also ě Ě, ř Ř, ů Ů, which are frequent in Czech.
 */
const CENTRAL = [
  ...[0xa3, 0xa5, 0xaa, 0xaf, 0xb3, 0xb9, 0xba, 0xbc, 0xbe, 0xbf, 0x8d, 0x8f, 0x9d, 0x9c, 0x9f],
  ...[0xec, 0xcc, 0xf8, 0xd8, 0xf9, 0xd9],
];
/** Western European letters (1252) that are rare letters in 1250: à À å Å ã ê Ê ñ Ñ æ Æ õ ò. */
const WESTERN = [0xe0, 0xc0, 0xe5, 0xc5, 0xe3, 0xea, 0xca, 0xf1, 0xd1, 0xe6, 0xc6, 0xf5, 0xf2];

type CodePage = 'windows-1250' | 'windows-1252';

export interface EncodingOptions {
  /** Encoding of the profile, for files that do not declare one. */
  readonly encoding?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundEncoding {
  /** Name of the encoding in TextDecoder. */
  readonly encoding: string;
  readonly problems: readonly StatementProblem[];
}

/**
 * Finds the encoding of a file. Order: byte order mark, declaration, profile, UTF-8 if all of the file is valid, else a
 * guessed code page with a warning. A file that wrongly declares UTF-8 gets the warning too. Reads the whole file once
 * to check for UTF-8, and a second time to guess.
 */
export async function findEncoding(file: StatementFile, options: EncodingOptions = {}): Promise<FoundEncoding> {
  const { signal } = options;
  const head = await firstBytes(file, HEAD, signal);
  const wide = markedEncoding(head) ?? wideEncoding(head);
  if (wide !== null) return { encoding: wide, problems: [] };

  const declared = declaredEncoding(Buffer.from(head).toString('latin1'));
  // The declaration was readable byte by byte, so the file cannot be UTF-16.
  const declares = declared?.encoding?.startsWith('utf-16') ? 'utf-8' : (declared?.encoding ?? null);
  const said = declares ?? knownEncoding(options.encoding ?? '');
  if (said !== null && said !== 'utf-8') return { encoding: said, problems: [] };

  if (await isAllUtf8(file, signal)) {
    const isMistaken = declared !== null && declared.encoding !== 'utf-8';
    return { encoding: 'utf-8', problems: isMistaken ? [guessed('UTF-8', declared.label)] : [] };
  }
  const page = guessCodePage(await highBytes(file, signal));
  return { encoding: page, problems: [guessed(page, declared?.label ?? (said === null ? null : 'UTF-8'))] };
}

async function isAllUtf8(file: StatementFile, signal?: AbortSignal): Promise<boolean> {
  const check = createUtf8Check();
  for await (const piece of bytesOf(file, signal)) if (!check.add(piece)) return false;
  return check.isUtf8();
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

/** Counts the bytes from 0x80 on. */
async function highBytes(file: StatementFile, signal?: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for await (const piece of bytesOf(file, signal)) {
    for (const byte of piece) if (byte >= 0x80) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }
  return counts;
}

/**
 * Guesses the code page of bytes that are not UTF-8; 1252 if undecided.
 * Both pages agree on ä, ö, ü, ß, é, á and í, so a wrong guess is still mostly readable.
 * @param counts number of occurrences of each byte
 */
function guessCodePage(counts: ReadonlyMap<number, number>): CodePage {
  const sum = (bytes: readonly number[]): number => bytes.reduce((total, byte) => total + (counts.get(byte) ?? 0), 0);
  return sum(CENTRAL) > sum(WESTERN) ? 'windows-1250' : 'windows-1252';
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

function guessed(encoding: CodePage | 'UTF-8', label: string | null): StatementProblem {
  const said =
    label === null
      ? 'does not declare its encoding and is not UTF-8'
      : `declares the encoding "${label}" but does not use it`;
  const message = `The file ${said}. It was read as ${encoding}. Check letters with accents, and set the encoding in the profile if they are wrong.`;
  return { severity: 'warning', code: 'encoding_guessed', message, position: '' };
}
