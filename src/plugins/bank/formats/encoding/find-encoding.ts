import type { StatementProblem } from '../statement.js';
import type { StatementFile } from '../statement-format.js';
import { bytesOf, firstBytes } from './bytes.js';
import { type CodePage, guessCodePage } from './code-page.js';
import { declaredEncoding, knownEncoding } from './declared-encoding.js';
import { createUtf8Check } from './utf8-check.js';

/** More than any XML declaration or OFX header has. */
const HEAD = 1024;

export interface EncodingOptions {
  /** What the profile says of files that say nothing themselves. */
  readonly encoding?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FoundEncoding {
  /** As TextDecoder names it. */
  readonly encoding: string;
  readonly problems: readonly StatementProblem[];
}

/**
 * What a file is written in (bank.md B2): its byte order mark, what it declares, what its profile says, UTF-8 where all of it
 * is, and else a code page, which is a guess and told as one. So is it when a file declares UTF-8 and is not.
 * A file that may be UTF-8 is read once for it, and one that is none once more for the guess: all of it counts.
 */
export async function findEncoding(file: StatementFile, options: EncodingOptions = {}): Promise<FoundEncoding> {
  const { signal } = options;
  const head = await firstBytes(file, HEAD, signal);
  const wide = markedEncoding(head) ?? wideEncoding(head);
  if (wide !== null) return { encoding: wide, problems: [] };

  const declared = declaredEncoding(Buffer.from(head).toString('latin1'));
  // The declaration was read byte by byte: whatever it says, each character is not two bytes.
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

/** How often each byte from 0x80 on occurs. */
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

/** UTF-16 without a mark: statements begin with a character of ASCII, whose other byte is zero. */
function wideEncoding([first, second, third, fourth]: Uint8Array): string | null {
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  return first !== 0 && second === 0 && third !== 0 && fourth === 0 ? 'utf-16le' : null;
}

function guessed(encoding: CodePage | 'UTF-8', label: string | null): StatementProblem {
  const said =
    label === null ? 'does not say which encoding it is in, and it is not UTF-8' : `says "${label}", which it is not`;
  const message = `The file ${said}. It was read as ${encoding}: look at letters with accents, and name the encoding in the profile when they are wrong.`;
  return { severity: 'warning', code: 'encoding_guessed', message, position: '' };
}
