import { HostError } from '../../../index.js';
import { headText } from './encoding/head-text.js';
import type { StatementFile, StatementFormat } from './statement-format.js';

/** Signatures of files that are not text, with advice for the user. */
const NO_TEXT: readonly (readonly [RegExp, string])[] = [
  [/^PK\p{Cc}\p{Cc}/u, 'It is a ZIP file in another archive, or an Excel workbook. Unpack it, or save it as CSV.'],
  [/^\p{Cc}[\ufffd‹ïő]/u, 'It is compressed. Decompress it first.'],
  [/^\s*%PDF-/, 'It is a PDF. Download the statement in a machine-readable format.'],
  [/^\s*<(?:!doctype html|html)\b/i, "It is a web page, possibly the bank's login page."],
  [/^\s*$/, 'It is empty.'],
];

export interface DetectedFormat {
  readonly format: StatementFormat;
  /** Greater than 0, at most 1. */
  readonly confidence: number;
}

export interface DetectOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Detects the format of a file. Its content takes precedence over its name.
 * @param formats in order of precedence: the first of two with equal confidence wins
 * @throws HostError 400 `vendor_bank_unknown_format`, with the names of the tested `formats`
 */
export async function detectFormat(
  file: StatementFile,
  formats: readonly StatementFormat[],
  options: DetectOptions = {},
): Promise<DetectedFormat> {
  const head = await headText(file, options);
  let best: DetectedFormat | null = null;
  for (const format of NO_TEXT.some(([sign]) => sign.test(head)) ? [] : formats) {
    const confidence = format.recognise(head, file.name);
    if (confidence > (best?.confidence ?? 0)) best = { format, confidence };
  }
  if (best === null) throw unknownFormat(file.name, head, formats);
  return best;
}

/**
 * Finds a format by name, for callers who name it.
 * @throws HostError 400 `vendor_bank_unknown_format`
 */
export function namedFormat(name: string, formats: readonly StatementFormat[]): StatementFormat {
  const found = formats.find((format) => format.name === name);
  if (found !== undefined) return found;
  const names = formats.map((format) => format.name);
  const message = `There is no format "${name}". Available: ${names.join(', ')}.`;
  throw new HostError('vendor_bank_unknown_format', message, { status: 400, formats: names });
}

function unknownFormat(file: string, head: string, formats: readonly StatementFormat[]): HostError {
  const names = formats.map((format) => format.name);
  const reason =
    NO_TEXT.find(([sign]) => sign.test(head))?.[1] ??
    'Its beginning matches none of them. Use the original file from the bank.';
  const message = `The file "${file}" is not a supported statement (${names.join(', ')}). ${reason}`;
  return new HostError('vendor_bank_unknown_format', message, { status: 400, formats: names });
}
