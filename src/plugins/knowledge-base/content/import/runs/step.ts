import { HostError, type PluginContext, type User } from '../../../../../index.js';
import type { RunError, RunningRun, StepResult } from '../../../../../runs.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { ImportRequest } from '../import-from.js';
import { loadImporter } from '../load-importer.js';
import { type Run, type RunInput, type RunOptions, type RunState, toRun } from './run.js';
import type { RunFiles } from './run-file.js';
import type { RunItems } from './run-items.js';
import { storedReport } from './stored-report.js';

/** Dependencies of the import. */
export interface StepParts {
  readonly context: Pick<PluginContext, 'access' | 'hooks' | 'users'>;
  readonly kb: KnowledgeBase;
  readonly files: RunFiles;
  readonly items: RunItems;
}

/**
 * Creates the only step of an import run. Items are matched by their source and each is one transaction, so that a
 * crash leaves only complete items and the next attempt continues with the rest.
 */
export function createImportStep({ context, kb, files, items }: StepParts) {
  return async (run: RunningRun<RunInput, RunState>): Promise<StepResult<RunState>> => {
    const { key } = run.state;
    // The file was deleted before the job started.
    if (key === null) return { end: 'failed', error: STOPPED };
    const { signal } = run;
    const steps = { processed: 0, total: 0 };
    const results = items.of(run.id);
    try {
      const request = await requestOf(toRun(run), { context, kb });
      // A crashed attempt may have created categories that this process has not loaded yet.
      await Promise.all([kb.categories.refresh(), kb.access.rules.refresh()]);
      const { importFrom } = await loadImporter();
      const report = await files.use(key, (path) =>
        importFrom(kb, context.hooks, {
          ...request,
          path,
          signal,
          onStart(total) {
            steps.total = total;
            run.progress(0, total);
          },
          onStep() {
            steps.processed += 1;
            run.progress(steps.processed, steps.total);
          },
          onItem: results.add,
        }),
      );
      // On shutdown, the job is returned to the queue and continues elsewhere.
      if (report.interrupted && !run.isCancelled()) signal.throwIfAborted();
      // After a dry run, the same file and map can be used again.
      const map = report.dryRun ? run.state.map : null;
      const state = { ...run.state, map, report: storedReport(report) };
      if (report.interrupted) return { state, progress: steps };
      // Completes the progress, because a dry run has no second pass.
      return { state, progress: { ...steps, processed: steps.total }, end: 'completed' };
    } finally {
      await results.end();
    }
  };
}

/** Error of a run whose processes crashed or were stopped. */
export const STOPPED = {
  code: 'vendor_kb_import_stopped',
  message:
    'The import was interrupted. Imported articles stay. Start it again with the same source to continue. The log has the reason.',
  details: null,
} as const;

/** @throws HostError 403 `vendor_kb_import_refused` if the user lost the permission to import */
async function requestOf(
  run: Run,
  { context, kb }: Pick<StepParts, 'context' | 'kb'>,
): Promise<Omit<ImportRequest, 'path'>> {
  const { access, users } = context;
  const user = run.userId === null ? null : await users.get(run.userId);
  if (!user || !(await access.can(user, 'import_kb'))) {
    const message = 'The account that started the import can no longer import. Start it again with another account.';
    throw new HostError('vendor_kb_import_refused', message, { status: 403 });
  }
  const author = run.authorId === null ? null : await users.get(run.authorId);
  const rights = {
    canManageAccess: run.options.canManageAccess && (await access.can(user, 'manage_kb_access')),
    canManageSearch: run.options.canManageSearch && (await access.can(user, 'manage_kb_search')),
    unfilteredHtml: run.options.unfilteredHtml && (await access.can(user, 'unfiltered_html')),
  };
  return importRequest(kb, run.source, { ...run.options, ...rights }, author);
}

/** @throws HostError 404 `vendor_kb_category_not_found` */
export function importRequest(
  { categories }: Pick<KnowledgeBase, 'categories'>,
  source: string,
  options: RunOptions,
  author: User | null,
): Omit<ImportRequest, 'path'> {
  const {
    from,
    profile,
    update,
    category,
    baseUrl,
    status,
    limit,
    media,
    map,
    dryRun,
    canManageAccess,
    canManageSearch,
    unfilteredHtml,
  } = options;
  return {
    name: source,
    from,
    profile,
    update,
    author,
    dryRun,
    canManageAccess,
    canManageSearch,
    unfilteredHtml,
    under: category === null ? undefined : categories.get(category).id,
    baseUrls: baseUrl === null ? [] : [baseUrl],
    status: status ?? undefined,
    limit: limit ?? undefined,
    media: media ?? undefined,
    map: map ?? undefined,
  };
}

/** Returns the error that ends a run, because a retry would fail in the same way. */
export function failureOf(error: unknown): RunError | null {
  if (!(error instanceof HostError) || error.status >= 500) return null;
  return { code: error.code, message: error.message, details: error.data.details ?? null };
}
