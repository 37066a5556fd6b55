import type { StatementProblem } from '../statement.js';
import type { StatementFile } from '../statement-format.js';
import { bytesOf, firstBytes } from './bytes.js';
import { type CodePage, guessCodePage } from './code-page.js';
import { declaredEncoding, knownEncoding } from './declared-encoding.js';
import { createUtf8Check } from './utf8-check.js';

/** Bytes read for the declaration, more than any XML declaration or OFX header has. */
const HEAD = 1024;

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
 * Finds the encoding of a file (bank.md B2).
 * Order: byte order mark, declaration, profile, UTF-8 if all of the file is valid, else a guessed code page with a
 * warning. A file that wrongly declares UTF-8 gets the warning too.
 * Reads the whole file once to check for UTF-8, and a second time to guess.
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

  if (await isUtf8(file, signal)) {
    const isMistaken = declared !== null && declared.encoding !== 'utf-8';
    return { encoding: 'utf-8', problems: isMistaken ? [guessed('UTF-8', declared.label)] : [] };
  }
  const page = guessCodePage(await highBytes(file, signal));
  return { encoding: page, problems: [guessed(page, declared?.label ?? (said === null ? null : 'UTF-8'))] };
}

async function isUtf8(file: StatementFile, signal?: AbortSignal): Promise<boolean> {
  const check = createUtf8Check();
  for await (const piece of bytesOf(file, signal)) if (!check.add(piece)) return false;
  return check.isUtf8();
}

/** Counts the bytes from 0x80 on. */
async function highBytes(file: StatementFile, signal?: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const counts = new Map<number, number>();
  for await (const piece of bytesOf(file, signal)) {
    for (const byte of piece) if (byte >= 0x80) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }
  return counts;
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
