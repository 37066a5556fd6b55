import { isActive, type Run } from './run.js';

/** Converts an import run to its REST representation. */
export function runView(run: Run, restUrl: (path: string) => string) {
  const { id, state, source, options, file, progress, attempts, report, error } = run;
  const self = restUrl(`/import/${id}`);
  return {
    id,
    state,
    dry_run: options.dryRun,
    source,
    from: options.from,
    update: options.update,
    file: { name: file.name, bytes: file.bytes, kept: file.key !== null },
    progress: { ...progress },
    attempts,
    report,
    error,
    user: run.userId,
    author: run.authorId,
    created_at: run.createdAt.toISOString(),
    started_at: run.startedAt?.toISOString() ?? null,
    ended_at: run.endedAt?.toISOString() ?? null,
    _links: { self: [{ href: self }], ...(isActive(run) ? { cancel: [{ href: `${self}/cancel` }] } : {}) },
  };
}
