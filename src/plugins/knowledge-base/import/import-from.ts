import type { OwnedHooks } from '../../../index.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { ImportReport } from './report.js';
import { type ImportOptions, runImport, stepsOf } from './run-import.js';
import { type ImportSource, readSource, type SourceOptions } from './source.js';

export interface ImportRequest
  extends Omit<ImportOptions, 'source' | 'hooks'>,
    Pick<SourceOptions, 'profile' | 'defaultLocale'> {
  /** Folder of Markdown. */
  readonly path: string;
  /** Told how many steps there are, when the source has been read. */
  readonly onStart?: ((steps: number) => void) | undefined;
}

/** Reads a source and imports what is in it. */
export async function importFrom(
  kb: KnowledgeBase,
  hooks: Pick<OwnedHooks, 'applyFiltersAsync' | 'doActionAsync'>,
  { path, profile, defaultLocale, onStart, ...options }: ImportRequest,
): Promise<ImportReport> {
  const info = { source: options.name, dryRun: options.dryRun ?? false };
  const source: ImportSource = await readSource(path, {
    name: options.name,
    ...(profile && { profile }),
    ...(defaultLocale && { defaultLocale }),
    filter: (item) => hooks.applyFiltersAsync('vendor_kb_import_item', item, info),
  });
  onStart?.(stepsOf(source));
  return runImport(kb, { ...options, hooks, source });
}
