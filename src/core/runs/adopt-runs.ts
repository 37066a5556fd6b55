import { type RawBuilder, sql } from 'kysely';
import type { SchemaBuilder } from '../database/schema.js';

/** A table of runs from before `context.runs`, with SQL for each column that has another name or value. */
export interface AdoptedRuns {
  readonly owner: string;
  /** See `RunDefinition`. */
  readonly type: string;
  readonly table: string;
  /** Status as in `RUN_STATUSES`. */
  readonly status: RawBuilder<unknown>;
  /** JSON object. Use `jsonColumns`. */
  readonly input: RawBuilder<unknown>;
  /** JSON object. */
  readonly state: RawBuilder<unknown>;
  /** @default a column of this name, or a value that means nothing: no worker, no counts, one attempt */
  readonly columns?: Partial<Record<keyof typeof OTHERS, RawBuilder<unknown>>>;
  /** Queries for ids of runs in other tables, with one column. The next run gets a higher one. */
  readonly namedIn?: readonly RawBuilder<unknown>[];
}

const OTHERS = {
  worker: sql`null`,
  token: sql`null`,
  attempts: sql`1`,
  user_id: sql`user_id`,
  counts: sql`'{}'`,
  processed: sql`0`,
  total: sql`0`,
  error: sql`error`,
  created_at: sql`created_at`,
  started_at: sql`started_at`,
  ended_at: sql`ended_at`,
  paced_at: sql`created_at`,
  paced_from: sql`0`,
} as const;

/**
 * Moves a plugin's own table of runs to `context.runs`, with their ids, and drops it. Safe to repeat.
 * @example
 * await adoptRuns(schema, {
 *   owner: 'acme-recipes',
 *   type: 'acme_reindex',
 *   table: 'acme_reindex_runs',
 *   status: sql`status`,
 *   input: jsonColumns({ force: sql`case when forced = 1 then 'true' else 'false' end` }),
 *   state: jsonColumns({ lastId: sql`last_id` }),
 * });
 */
export async function adoptRuns(schema: SchemaBuilder, runs: AdoptedRuns): Promise<void> {
  const { owner, type, table, status, input, state, namedIn = [] } = runs;
  if (!(await schema.hasTable(table))) return;
  const others = Object.entries({ ...OTHERS, ...runs.columns });
  const old = sql.raw(table);
  await schema.raw(sql`
    insert into runs (owner, type, number, status, active, fence, input, state, ${sql.raw(others.map(([name]) => name).join(', '))})
    select ${owner}, ${type}, id, ${status}, case when ${status} in ('queued', 'running', 'paused') then 1 end, 0,
      ${input}, ${state}, ${sql.join(others.map(([, value]) => value))}
    from ${old}
    where not exists (select 1 from runs where runs.type = ${type} and runs.number = ${old}.id)`);
  const numbers = [sql`select max(id) as number from ${old}`, ...namedIn];
  await schema.raw(sql`
    insert into run_numbers (type, last)
    select ${type}, max(number) from (${sql.join(numbers, sql` union all `)}) as numbers
    where not exists (select 1 from run_numbers where run_numbers.type = ${type})
    having max(number) is not null`);
  await schema.dropTable(table);
}

/**
 * SQL for a JSON object of columns that contain JSON. Numbers are JSON; null becomes `null`.
 * @example jsonColumns({ name: sql`json_quote(name)`, size: sql`size`, options: sql`options` })
 */
export function jsonColumns(members: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<string> {
  const texts = Object.entries(members).map(
    ([name, value], index) => sql`${sql.lit(`${index === 0 ? '{' : ','}"${name}":`)}, coalesce(${value}, 'null')`,
  );
  return sql<string>`concat(${sql.join(texts)}, '}')`;
}
