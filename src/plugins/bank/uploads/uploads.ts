import { createReadStream } from 'node:fs';
import type { PluginContext } from '../../../index.js';
import type { Lease } from '../../../services.js';
import type { Exclusive } from '../exclusive.js';
import { createCsvFormat } from '../formats/csv/csv.js';
import { createJsonFormat } from '../formats/json/json.js';
import type { StatementFile } from '../formats/statement-format.js';
import type { FindFormat } from '../importing/find-format.js';
import type { ImportFile, ImportOptions } from '../importing/importer.js';
import { checkProfile } from '../profiles/check-profile.js';
import type { MatchTotals } from '../runs/run-log.js';
import { refusalOf } from '../sources/refusals.js';
import type { SiteSources } from '../sources/site-sources.js';
import { detectFile } from './detect-file.js';
import type { Detection, ImportUploadOptions, StoredFile, UploadOptions, UploadReport } from './upload.js';

/** Files that users upload. The caller deletes them. */
export interface Uploads {
  /**
   * Detects the format and content of a file. Stores nothing.
   * @throws HostError 400 `vendor_bank_unknown_format`, `vendor_bank_parse_failed`, `vendor_bank_invalid_param` with
   *   `params` for a missing option; 413 `vendor_bank_file_too_large`; 415 `vendor_bank_unsupported_media` for archives
   */
  detect(file: StoredFile, options?: UploadOptions): Promise<Detection>;
  /**
   * Same as `detect`, with a profile that need not be stored.
   * @throws HostError as `detect`; 400 `vendor_bank_invalid_param` with `params` for an invalid profile
   */
  tryProfile(
    file: StoredFile,
    definition: unknown,
    options?: Omit<UploadOptions, 'format' | 'profile'>,
  ): Promise<Detection>;
  /**
   * Imports a file and matches its new entries while holding the site-wide lock; a dry run needs no lock.
   * A crash leaves whole chunks; importing the file again completes it.
   * @throws HostError as `detect`; 400 `vendor_bank_invalid_param` for a file without an account; 409
   *   `vendor_bank_locked` while something else is writing; 503 `vendor_bank_stopped`
   */
  importUpload(file: StoredFile, options: ImportUploadOptions): Promise<UploadReport>;
}

export interface UploadParts {
  readonly importFile: ImportFile;
  readonly findFormat: FindFormat;
  readonly exclusive: Pick<Exclusive, 'isStopped' | 'run'>;
  readonly matchNew: (run: { readonly lease: Lease }) => Promise<MatchTotals>;
  readonly uploadSource: SiteSources['upload'];
  readonly log: Pick<PluginContext['log'], 'error'>;
}

export function createUploads(parts: UploadParts): Uploads {
  const { importFile, findFormat, exclusive, matchNew, uploadSource, log } = parts;

  async function match(lease: Lease): Promise<MatchTotals | null> {
    try {
      return await matchNew({ lease });
    } catch (error) {
      // The import itself succeeded, and an error would make the user import again. The next run matches the entries.
      log.error({ err: error }, 'Imported transactions could not be matched; the next run does it');
      return null;
    }
  }

  return {
    async detect(stored, { format: name, ...options } = {}) {
      const file = await statementFile(stored);
      return detectFile(file, await findFormat(file, name), options);
    },
    async tryProfile(stored, definition, options = {}) {
      const profile = checkProfile(definition);
      const format = profile.kind === 'csv' ? createCsvFormat([profile]) : createJsonFormat([profile]);
      return detectFile(await statementFile(stored), format, { ...options, profile: profile.name });
    },
    async importUpload(stored, { source: sourceName, isDryRun, ...importOptions }) {
      const file = await statementFile(stored);
      const source = sourceName === undefined ? null : await uploadSource(sourceName);
      const { format: name, ...options } = { ...source?.settings, ...requested(importOptions) };
      const format = await findFormat(file, name);
      const report = (lease: ImportOptions['lease']) =>
        importFile(file, { ...options, format, isDryRun, lease, sourceId: source?.id ?? null, runId: null });
      if (isDryRun) return { format: format.name, isDryRun, imported: await report(rehearsal()), matched: null };
      return exclusive.run(async (lease) => {
        const imported = await report(lease);
        return { format: format.name, isDryRun, imported, matched: await match(lease) };
      });
    },
  };
}

/** Removes undefined options, so that they do not override those of the source. */
function requested(options: Omit<ImportUploadOptions, 'isDryRun' | 'source'>): typeof options {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Stand-in for the lease of a dry run, with which nothing can be written. */
function rehearsal(): ImportOptions['lease'] {
  const nothing = (): Promise<never> => Promise.reject(new Error('A dry run tried to store data.'));
  return { signal: new AbortController().signal, transaction: nothing };
}

async function statementFile(stored: StoredFile): Promise<StatementFile> {
  const refusal = await refusalOf(stored);
  if (refusal) throw refusal;
  return { name: stored.name, size: stored.size, open: () => createReadStream(stored.path) };
}
