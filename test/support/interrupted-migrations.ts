import { type CompiledQuery, DefaultQueryExecutor, type QueryResult } from 'kysely';
import { createDatabase } from '../../src/core/database/database.js';
import type { Migration } from '../../src/core/database/migrate.js';
import type { SchemaBuilder } from '../../src/core/database/schema.js';

class Interruption extends Error {}

/** Number of statements that this process has sent. */
let statements = 0;
const { executeQuery } = DefaultQueryExecutor.prototype;
DefaultQueryExecutor.prototype.executeQuery = async function <Row>(this: DefaultQueryExecutor, query: CompiledQuery) {
  statements += 1;
  return (await executeQuery.call(this, query)) as QueryResult<Row>;
};

/**
 * Interrupts the migrations after every step of their schema builders, each time on an empty database, and runs them
 * again. Throws unless the second run completes them.
 * @param freshUrl returns an empty database for each attempt
 * @returns the number of steps, which is the number of attempts
 */
export async function interruptMigrations(
  freshUrl: () => Promise<string>,
  owner: string,
  migrations: readonly Migration[],
): Promise<number> {
  for (let steps = 1; ; steps++) {
    const db = createDatabase({ url: await freshUrl() });
    try {
      const wasInterrupted = await isInterrupted(() => db.migrate(owner, interruptedAfter(steps, migrations)));
      await db.migrate(owner, migrations);
      if (!wasInterrupted) return steps - 1;
    } finally {
      await db.close();
    }
  }
}

async function isInterrupted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return false;
  } catch (error) {
    if (error instanceof Error && error.cause instanceof Interruption) return true;
    throw error;
  }
}

function interruptedAfter(steps: number, migrations: readonly Migration[]): Migration[] {
  let left = steps;
  const step = async (work: Promise<void>): Promise<void> => {
    const before = statements;
    await work;
    // A call without a statement is part of the dry run or has nothing to do.
    if (statements === before) return;
    left -= 1;
    if (left === 0) throw new Interruption('interrupted');
  };
  const interrupting = (schema: SchemaBuilder): SchemaBuilder => ({
    createTable: (...args) => step(schema.createTable(...args)),
    addColumn: (...args) => step(schema.addColumn(...args)),
    createIndex: (...args) => step(schema.createIndex(...args)),
    dropTable: (...args) => step(schema.dropTable(...args)),
    hasTable: schema.hasTable,
    raw: (...args) => step(schema.raw(...args)),
  });
  return migrations.map(({ name, up }) => ({ name, up: (schema) => up(interrupting(schema)) }));
}
