import { createReadStream } from 'node:fs';
import type { Lease, PluginContext } from '../../../index.js';
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

/** Files that people bring themselves. They stay where they are: whoever has brought them takes them away. */
export interface Uploads {
  /**
   * Says what a file is and what is in it, and stores nothing.
   * @throws HostError 400 `vendor_bank_unknown_format`, `vendor_bank_parse_failed`; 413 `vendor_bank_file_too_large`;
   *   415 `vendor_bank_unsupported_media` for packed files
   */
  detect(file: StoredFile, options?: UploadOptions): Promise<Detection>;
  /**
   * The same, as a profile would read it that need not be stored.
   * @throws HostError as `detect`; 400 `vendor_bank_invalid_param` with `params` for what is no profile
   */
  tryProfile(
    file: StoredFile,
    definition: unknown,
    options?: Omit<UploadOptions, 'format' | 'profile'>,
  ): Promise<Detection>;
  /**
   * Imports a file and matches what is new, as the only one of the site that stores; a rehearsal needs nobody's leave.
   * A kill leaves chunks that are stored whole: import the file again, and it is completed.
   * @throws HostError as `detect`; 400 `vendor_bank_invalid_param` for a file of nobody's account; 409
   *   `vendor_bank_locked` while something else stores; 503 `vendor_bank_stopped`
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
      // What was imported is stored, and whoever is told otherwise imports it again. The next run matches it.
      log.error({ err: error }, 'What was imported could not be matched; the next run does it');
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
    async importUpload(stored, { source: sourceName, isDryRun, ...given }) {
      const file = await statementFile(stored);
      const source = sourceName === undefined ? null : await uploadSource(sourceName);
      const { format: name, ...options } = { ...source?.settings, ...said(given) };
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

/** What was said, without what was not: that must not stand in the way of the source. */
function said(given: Omit<ImportUploadOptions, 'isDryRun' | 'source'>): typeof given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** What a rehearsal holds in place of the lease: with it nothing can be stored. */
function rehearsal(): ImportOptions['lease'] {
  const nothing = (): Promise<never> => Promise.reject(new Error('A rehearsal wanted to store something.'));
  return { signal: new AbortController().signal, transaction: nothing };
}

async function statementFile(stored: StoredFile): Promise<StatementFile> {
  const refusal = await refusalOf(stored);
  if (refusal) throw refusal;
  return { name: stored.name, size: stored.size, open: () => createReadStream(stored.path) };
}
