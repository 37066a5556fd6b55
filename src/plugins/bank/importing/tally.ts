import type { StatementProblem } from '../formats/statement.js';
import type { ImportReport } from './importer.js';

/** Maximum number of problems included in a report. All are counted. */
const TOLD_PROBLEMS = 200;

export type EntryCounts = Pick<ImportReport, 'fetched' | 'new' | 'updated' | 'duplicates' | 'review' | 'pending'>;

/** Running totals of an import. */
export interface Tally {
  add(counts: EntryCounts): void;
  problem(problem: StatementProblem): void;
  report(): ImportReport;
}

const NOTHING: EntryCounts = { fetched: 0, new: 0, updated: 0, duplicates: 0, review: 0, pending: 0 };

export function createTally(): Tally {
  let counts = NOTHING;
  let errors = 0;
  let warnings = 0;
  const problems: StatementProblem[] = [];
  return {
    add: (more) => {
      counts = sum(counts, more);
    },
    problem(problem) {
      if (problem.severity === 'error') errors += 1;
      else warnings += 1;
      if (problems.length < TOLD_PROBLEMS) problems.push(problem);
    },
    report: () => ({ ...counts, isKnownFile: false, errors, warnings, problems }),
  };
}

/** Report for a file that was imported before. */
export const KNOWN_FILE: ImportReport = { ...NOTHING, isKnownFile: true, errors: 0, warnings: 0, problems: [] };

function sum(one: EntryCounts, other: EntryCounts): EntryCounts {
  return {
    fetched: one.fetched + other.fetched,
    new: one.new + other.new,
    updated: one.updated + other.updated,
    duplicates: one.duplicates + other.duplicates,
    review: one.review + other.review,
    pending: one.pending + other.pending,
  };
}
