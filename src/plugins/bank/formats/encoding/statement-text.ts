import type { StatementProblem } from '../statement.js';
import type { StatementFile } from '../statement-format.js';
import { bytesOf } from './bytes.js';
import { createDecoder } from './code-pages.js';
import { type EncodingOptions, findEncoding } from './find-encoding.js';

/** Text of a file with a known encoding. */
export interface StatementText {
  /** Name of the encoding: `utf-8`, `windows-1250`, `utf-16le`, `cp850`. */
  readonly encoding: string;
  /** Encoding warnings for the whole file. */
  readonly problems: readonly StatementProblem[];
  /** Streams the text without a byte order mark; invalid bytes become U+FFFD. Can be called repeatedly. */
  pieces(): AsyncGenerator<string, void>;
}

/** Detects the encoding of a file and opens it as text. Memory holds one piece at a time. */
export async function openText(file: StatementFile, options: EncodingOptions = {}): Promise<StatementText> {
  const { encoding, problems } = await findEncoding(file, options);
  return {
    encoding,
    problems,
    async *pieces() {
      const decoder = createDecoder(encoding);
      for await (const bytes of bytesOf(file, options.signal)) {
        const text = decoder.decode(bytes, { stream: true });
        if (text !== '') yield text;
      }
      const rest = decoder.decode();
      if (rest !== '') yield rest;
    },
  };
}
