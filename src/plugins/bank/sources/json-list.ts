import { openText } from '../formats/encoding/statement-text.js';
import { jsonRecord, parseExactly } from '../formats/json/json-record.js';
import { createListSplitter } from '../formats/json/list-splitter.js';
import type { StatementFile } from '../formats/statement-format.js';
import type { SourceRecord } from '../profiles/read-record.js';

/** Content of a JSON response apart from its entries. */
export interface JsonList {
  readonly entries: number;
  /** Everything except the entries, by path. */
  readonly about: SourceRecord;
}

/**
 * Counts the entries of a response and reads the rest of it. Memory holds one entry at a time.
 * @param path of the list, from the top
 * @returns null if the list is missing or truncated
 * @throws HostError 400 `vendor_bank_parse_failed` if the file is larger or deeper than any statement
 */
export async function readJsonList(
  file: StatementFile,
  path: readonly string[],
  signal: AbortSignal,
): Promise<JsonList | null> {
  const text = await openText(file, { signal });
  const splitter = createListSplitter(path);
  let entries = 0;
  for await (const piece of text.pieces()) entries += splitter.push(piece).length;
  const rest = parseExactly(splitter.rest());
  return splitter.isWhole && rest !== null ? { entries, about: jsonRecord(rest, '') } : null;
}
