// Knowledge base on SQLite and MariaDB: articles vs a bare driver, and statistics over a million events.
import { measureArticles } from './kb-articles.mjs';
import { measureStatistics } from './kb-statistics.mjs';

export async function run({ quick }) {
  const parts = [await measureArticles({ quick }), await measureStatistics({ quick })];
  return {
    rows: parts.flatMap(({ rows }) => rows),
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)),
    counts: Object.assign({}, ...parts.map(({ counts }) => counts)),
  };
}
