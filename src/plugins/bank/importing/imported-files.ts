import { createHash } from 'node:crypto';
import { type Database, utc } from '../../../database.js';
import type { StatementFile } from '../formats/statement-format.js';
import { clipped } from './clipped.js';
import { DEDUP_VERSION } from './entry-keys.js';
import type { ImportOptions, ImportReport } from './importer.js';
import '../tables/files.js';

type ReadWith = Pick<
  ImportOptions,
  'format' | 'profile' | 'account' | 'currency' | 'dayOrder' | 'encoding' | 'reversalSign'
>;

/**
 * Computes the fingerprint of a file: its bytes and the settings for reading it.
 * The profile is included with its content, because another or edited profile yields other entries.
 * @returns 64 hexadecimal digits
 */
export async function fingerprintOf(
  file: StatementFile,
  { format, profile, account = '', currency = '', encoding, dayOrder, reversalSign }: ReadWith,
  signal: AbortSignal,
): Promise<string> {
  const looked = await format.look?.(file, { profile, account, currency, encoding, reversalSign, signal });
  const readWith = looked ? looked.profile : (profile ?? '');
  const digest = createHash('sha256').update(
    JSON.stringify([
      DEDUP_VERSION,
      format.name,
      readWith,
      account,
      currency,
      encoding ?? '',
      dayOrder ?? '',
      reversalSign ?? '',
    ]),
  );
  for await (const piece of file.open()) {
    signal.throwIfAborted();
    digest.update(piece as Uint8Array);
  }
  return digest.digest('hex');
}

export interface ImportedFiles {
  /** Whether the file was imported completely and without errors. */
  isImported(fingerprint: string): Promise<boolean>;
  record(fingerprint: string, file: StatementFile, options: ImportOptions, report: ImportReport): Promise<void>;
}

export function createImportedFiles(db: Database, now: () => Date): ImportedFiles {
  return {
    async isImported(fingerprint) {
      const files = db.query.selectFrom('bank_files').select('errors').where('hash', '=', fingerprint);
      return (await files.executeTakeFirst())?.errors === 0;
    },
    async record(fingerprint, { name, size }, { format, sourceId, runId }, report) {
      const became = {
        source_id: sourceId,
        run_id: runId,
        fetched: report.fetched,
        new_entries: report.new,
        updated_entries: report.updated,
        duplicates: report.duplicates,
        review: report.review,
        pending: report.pending,
        errors: report.errors,
        warnings: report.warnings,
        imported_at: utc.encode(now()),
      };
      const what = { hash: fingerprint, name: clipped(name, 255), size, format: clipped(format.name, 32) };
      await db.upsert('bank_files', { ...what, ...became }, ['hash'], became);
    },
  };
}
