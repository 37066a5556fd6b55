import { type Kysely, sql } from 'kysely';
import type { FullText, FullTextQuery } from '../full-text.js';
import { indexName } from '../identifiers.js';
import type { TableNames } from '../table-names.js';
import { isTable } from './mysql-inspection.js';
import { columnList } from './table-sql.js';

const WORD = /^[a-z0-9]{3,80}$/;

/** Creates full-text search with InnoDB FULLTEXT in boolean mode: matching words add up to a score. */
export function createMysqlFullText(executor: () => Kysely<unknown>, names: Pick<TableNames, 'stored'>): FullText {
  return {
    async createIndex(table, columns) {
      const name = indexName(table, columns, 'index');
      const { rows } = await sql`
        select 1 from information_schema.statistics
        where table_schema = database() and ${isTable(names.stored(table))} and index_name = ${name} limit 1`.execute(
        executor(),
      );
      if (rows.length > 0) return;
      await sql`create fulltext index ${sql.ref(name)} on ${sql.id(names.stored(table))} (${columnList(columns)})`.execute(
        executor(),
      );
    },
    score: (columns, query) =>
      sql<number>`match (${columnList(columns)}) against (${booleanText(query)} in boolean mode)`,
  };
}

function booleanText(query: FullTextQuery): string {
  if ('word' in query) return wordText(query.word, query.isPrefix === true);
  if ('any' in query) return `(${query.any.map(booleanText).join(' ')})`;
  return `(${query.all.map((part) => `+${booleanText(part)}`).join(' ')})`;
}

/** Signs are operators in boolean mode, so only letters and digits are allowed. */
function wordText(word: string, isPrefix: boolean): string {
  if (!WORD.test(word)) throw new TypeError(`"${word}" is no word of a full-text query.`);
  return isPrefix ? `${word}*` : word;
}
