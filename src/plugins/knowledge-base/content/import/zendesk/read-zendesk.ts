import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { HostError } from '../../../../../index.js';
import { once } from '../../../../../utilities.js';
import { parsePiece, placeOf, textOf } from '../../json/parse-piece.js';
import { splitJson } from '../../json/split-json.js';
import { walkFolder } from '../walk-folder.js';
import {
  ZENDESK_ENTRIES,
  ZENDESK_PARTS,
  type ZendeskArticle,
  type ZendeskPart,
  type ZendeskPlace,
} from './zendesk-records.js';

/** Receiver of entries, called sequentially. */
export interface ZendeskReader {
  /** Awaited before more is read. */
  article(article: ZendeskArticle): Promise<void>;
  category(category: ZendeskPlace): void;
  section(section: ZendeskPlace): void;
}

/** Limits of one entry: characters including escapes, and nesting depth. */
const LIMITS = { length: 64 * 1024 * 1024, depth: 64 };
const MAX_ITEMS: Readonly<Record<ZendeskPart, number>> = { categories: 50_000, sections: 50_000, articles: 250_000 };

/** Compiling takes longer than reading a small help center. */
const validatorsOf = once((): Readonly<Record<string, ValidateFunction>> => {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true, logger: false });
  return Object.fromEntries(ZENDESK_PARTS.map((part) => [part, ajv.compile(ZENDESK_ENTRIES[part])]));
});

/**
 * Reads responses of the Help Center API entry by entry, from one file or from the JSON files of a folder. Malformed
 * input is rejected as a whole.
 * @returns number of entries
 * @throws HostError 422 `vendor_kb_import_invalid` with file, position and line; 404
 *   `vendor_kb_import_source_missing`
 */
export async function readZendesk(source: string, reader: ZendeskReader): Promise<number> {
  const validators = validatorsOf();
  const counts: Record<ZendeskPart, number> = { categories: 0, sections: 0, articles: 0 };
  for (const file of await filesOf(source)) {
    try {
      await readFile(file, validators, counts, reader);
    } catch (error) {
      // Names of uploaded files are internal and mean nothing to the user.
      const name = file === source ? 'The file' : `"${path.basename(file)}"`;
      throw error instanceof HostError ? invalid(name, error) : error;
    }
  }
  const total = counts.categories + counts.sections + counts.articles;
  if (total > 0) return total;
  throw invalid('The source', new Error('it has no articles, sections or categories.'));
}

async function readFile(
  file: string,
  validators: Readonly<Record<string, ValidateFunction>>,
  counts: Record<ZendeskPart, number>,
  reader: ZendeskReader,
): Promise<void> {
  for await (const piece of splitJson(textOf(file), LIMITS)) {
    const part = ZENDESK_PARTS.find((name) => name === piece.member);
    if (part === undefined) continue;
    if (piece.index === null)
      throw new HostError('vendor_kb_import_invalid', `${part} must be a list.`, { status: 422 });
    counts[part] += 1;
    if (counts[part] > MAX_ITEMS[part]) throw tooMany(part, placeOf(piece));
    const record = parsePiece(piece, validators[part]);
    if (part === 'articles') await reader.article(record as ZendeskArticle);
    else if (part === 'sections') reader.section(record as ZendeskPlace);
    else reader.category(record as ZendeskPlace);
  }
}

/** Lists a single file, or the JSON files of a folder sorted by name. */
async function filesOf(source: string): Promise<string[]> {
  if ((await stat(source)).isFile()) return [source];
  const { root, files, refused } = await walkFolder(source);
  const [link] = refused.filter((key) => /\.json$/i.test(key));
  if (link !== undefined) {
    const message = `"${link}" is a symbolic link to a file outside the folder. Copy the file into the folder.`;
    throw new HostError('vendor_kb_import_invalid', message, { status: 422 });
  }
  return files.filter((key) => /\.json$/i.test(key)).map((key) => path.join(root, key));
}

function tooMany(part: ZendeskPart, place: string): HostError {
  const message = `${place} exceeds the maximum of ${MAX_ITEMS[part]} ${part} per import. Import them in parts.`;
  return new HostError('vendor_kb_import_invalid', message, { status: 422 });
}

function invalid(what: string, cause: Error): HostError {
  const message = `${what} cannot be read as responses of the Zendesk Help Center API: ${cause.message} Nothing was imported.`;
  const details = cause instanceof HostError ? cause.data.details : undefined;
  return new HostError(
    'vendor_kb_import_invalid',
    message,
    { status: 422, ...(details === undefined ? {} : { details }) },
    { cause },
  );
}
