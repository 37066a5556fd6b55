import { isActive, type Run } from './run.js';
import type { StoredReport } from './stored-report.js';

/** REST representation of an import run. */
export interface RunView {
  id: number;
  state: Run['state'];
  dry_run: boolean;
  source: string;
  from: string;
  update: string;
  file: { name: string; bytes: number; kept: boolean };
  progress: { done: number; total: number };
  attempts: number;
  report: StoredReport | null;
  error: Run['error'];
  user: number | null;
  author: number | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  _links: Record<string, { href: string }[]>;
}

export function runView(run: Run, restUrl: (path: string) => string): RunView {
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
