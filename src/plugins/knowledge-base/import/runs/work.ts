import { HostError, type PluginContext, type User } from '../../../../index.js';
import type { RunningJob } from '../../../../services.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import type { ImportRequest } from '../import-from.js';
import { loadImporter } from '../load-importer.js';
import type { Run, RunEnd, RunOptions } from './run.js';
import type { RunFiles } from './run-file.js';
import type { RunItems } from './run-items.js';
import type { RunRows } from './run-rows.js';
import { storedReport } from './stored-report.js';

export interface RunPayload {
  readonly run: number;
}

/** Maximum number of job attempts, counting crashes and outages. */
export const ATTEMPTS = 4;

/** Dependencies of the import job. */
export interface Working {
  readonly context: Pick<PluginContext, 'access' | 'hooks' | 'users'>;
  readonly kb: KnowledgeBase;
  readonly rows: RunRows;
  readonly files: RunFiles;
  readonly items: RunItems;
}

/**
 * Executes an import run. Items are matched by their source and each is one transaction, so that a crash leaves only
 * complete items and the next attempt continues with the rest.
 */
export async function workOn(
  { payload, attempt, signal, progress }: RunningJob<RunPayload>,
  working: Working,
): Promise<void> {
  const { rows } = working;
  const run = await rows.get(payload.run);
  // The run ended, or its file was deleted, before the job started.
  if (run?.endedAt !== null || run.file.key === null) return;
  await rows.begin(run.id, attempt);
  const steps = { done: 0, total: 0 };
  const step = (): void => {
    steps.done += 1;
    progress(steps.done, steps.total);
  };
  const items = working.items.of(run.id);
  const end = async (state: RunEnd['state'], found: Partial<RunEnd> = {}): Promise<void> => {
    await items.end();
    await rows.end(run.id, { state, report: null, error: null, progress: steps, ...found }, attempt);
  };
  try {
    const request = await requestOf(run, working);
    const onStart = (total: number): void => {
      steps.total = total;
      progress(0, total);
    };
    // A crashed attempt may have created categories that this process has not loaded yet.
    await Promise.all([working.kb.categories.refresh(), working.kb.access.rules.refresh()]);
    const { importFrom } = await loadImporter();
    const report = await working.files.use(run.file.key, (path) =>
      importFrom(working.kb, working.context.hooks, {
        ...request,
        path,
        signal,
        onStart,
        onStep: step,
        onItem: items.add,
      }),
    );
    if (!report.interrupted) {
      // Completes the progress, because a dry run has no second pass.
      steps.done = steps.total;
      return void (await end('completed', { report: storedReport(report) }));
    }
    if (isCancelled(signal)) await end('cancelled', { report: storedReport(report) });
  } catch (error) {
    if (isCancelled(signal)) await end('cancelled');
    else if (!signal.aborted && isFinal(error)) return void (await end('failed', { error: toRunError(error) }));
    else if (!signal.aborted && attempt >= ATTEMPTS) await end('failed', { error: STOPPED });
    throw error;
  }
  // On shutdown, the job is returned to the queue and continues elsewhere.
  signal.throwIfAborted();
}

/** Error of a run whose processes crashed or were stopped. */
export const STOPPED = {
  code: 'vendor_kb_import_stopped',
  message:
    'The import was interrupted. Imported articles stay. Start it again with the same source to continue. The log has the reason.',
  details: null,
} as const;

/** @throws HostError 403 `vendor_kb_import_refused` if the user lost the permission to import */
async function requestOf(run: Run, { context, kb }: Working): Promise<Omit<ImportRequest, 'path'>> {
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

/** Whether a retry would fail in the same way. */
function isFinal(error: unknown): error is HostError {
  return error instanceof HostError && error.status < 500;
}

function toRunError({ code, message, data }: HostError) {
  return { code, message, details: data.details ?? null };
}

function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof HostError && reason.code === 'job_cancelled';
}
