import type { ImportReport } from '../importing/importer.js';
import { NO_TOTALS, type RunError, type RunTotals, type SourceReport } from './run.js';

/** Totals that matching adds to a run. */
export type MatchTotals = Pick<
  RunTotals,
  'errors' | 'ignored' | 'matched' | 'overpaid' | 'partial' | 'reversed' | 'review' | 'unmatched'
>;

/** Maximum errors stored per run; all are counted. */
const KEPT_ERRORS = 200;

/** Running totals and errors of a run. */
export interface RunLog {
  imported(report: ImportReport, place: { readonly source: string; readonly file: string }): void;
  source(report: SourceReport): void;
  matched(totals: MatchTotals): void;
  /** Stores an error or warning. Errors are also counted. */
  note(problem: Pick<RunError, 'code' | 'message' | 'severity'> & Partial<RunError>): void;
  outcome(): {
    readonly totals: RunTotals;
    readonly sources: readonly SourceReport[];
    readonly errors: readonly RunError[];
  };
}

export function createRunLog(): RunLog {
  let totals = NO_TOTALS;
  const sources: SourceReport[] = [];
  const errors: RunError[] = [];

  function add(more: Partial<RunTotals>): void {
    const entries = Object.entries(more) as [keyof RunTotals, number][];
    totals = { ...totals, ...Object.fromEntries(entries.map(([name, count]) => [name, totals[name] + count])) };
  }

  function keep(problem: Partial<RunError> & Pick<RunError, 'code' | 'message' | 'severity'>): void {
    if (errors.length < KEPT_ERRORS) errors.push({ source: null, file: null, position: null, ...problem });
  }

  return {
    imported(report, place) {
      const { fetched, updated, duplicates, review, pending } = report;
      add({ fetched, new: report.new + review, updated, duplicates, review, pending, errors: report.errors });
      for (const { severity, code, message, position } of report.problems) {
        keep({ severity, code, message, position, ...place });
      }
    },
    source(report) {
      sources.push(report);
      add({ sources: 1, files: report.files });
    },
    matched({ matched, partial, overpaid, unmatched, ignored, reversed, review, errors: failed }) {
      add({ matched, partial, overpaid, unmatched, ignored, reversed, review, errors: failed });
    },
    note(problem) {
      if (problem.severity === 'error') add({ errors: 1 });
      keep(problem);
    },
    outcome: () => ({ totals, sources: [...sources], errors: [...errors] }),
  };
}
