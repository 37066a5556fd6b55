import type { StatementProblem } from '../statement.js';
import type { StatementFile } from '../statement-format.js';
import { bytesOf } from './bytes.js';
import { type EncodingOptions, findEncoding } from './find-encoding.js';

/** The text of a file, whose encoding is known. */
export interface StatementText {
  /** As TextDecoder names it: `utf-8`, `windows-1250`, `utf-16le`. */
  readonly encoding: string;
  /** What people should know of the encoding; of the whole file. */
  readonly problems: readonly StatementProblem[];
  /** Piece by piece, without a byte order mark; each byte that means nothing is U+FFFD. May be called again. */
  pieces(): AsyncGenerator<string, void>;
}

/** Finds the encoding of a file, and reads it. Memory holds a piece of the file at a time. */
export async function openText(file: StatementFile, options: EncodingOptions = {}): Promise<StatementText> {
  const { encoding, problems } = await findEncoding(file, options);
  return {
    encoding,
    problems,
    async *pieces() {
      const decoder = new TextDecoder(encoding);
      for await (const bytes of bytesOf(file, options.signal)) {
        const text = decoder.decode(bytes, { stream: true });
        if (text !== '') yield text;
      }
      const rest = decoder.decode();
      if (rest !== '') yield rest;
    },
  };
}
