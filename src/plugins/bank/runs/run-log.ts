import type { ImportReport } from '../importing/importer.js';
import { NO_TOTALS, type RunError, type RunTotals, type SourceReport } from './run.js';

/** What matching adds to the totals of a run. */
export type MatchTotals = Pick<
  RunTotals,
  'errors' | 'ignored' | 'matched' | 'overpaid' | 'partial' | 'reversed' | 'review' | 'unmatched'
>;

/** So many errors of a run are kept; all are counted. */
const KEPT_ERRORS = 200;

/** What happens in a run, as it goes on. */
export interface RunLog {
  imported(report: ImportReport, place: { readonly source: string; readonly file: string }): void;
  source(report: SourceReport): void;
  matched(totals: MatchTotals): void;
  /** Keeps an error or a warning. Of errors one more is counted. */
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
