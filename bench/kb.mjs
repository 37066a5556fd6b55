// The knowledge base: statistics over a million events, on SQLite and MariaDB.
import { measureStatistics } from './kb-statistics.mjs';

export async function run({ quick }) {
  const parts = [await measureStatistics({ quick })];
  return {
    rows: parts.flatMap(({ rows }) => rows),
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
    counts: Object.assign({}, ...parts.map(({ counts }) => counts)),
  };
}
