import type { Kysely } from 'kysely';
import { HostError } from '../errors.js';
import { declaredSchema } from './declared.js';
import type { Inspection, OwnReference } from './inspection.js';
import type { Migration } from './migrate.js';

/**
 * Rejects dropping tables that foreign keys or triggers of other programs depend on.
 * @param migrations migrations that created the tables, and possibly triggers
 * @throws HostError 409 `database_table_referenced`
 */
export async function assertUnreferenced(
  executor: Kysely<unknown>,
  { references, names }: Inspection,
  dropped: readonly string[],
  migrations: readonly Migration[],
): Promise<void> {
  const droppedTables = new Set(dropped);
  const { isUncertain: isOwn } = await declaredSchema(migrations);
  const foreign = (await references(executor)).filter(
    ({ type, name, from, table, isOutside }) =>
      droppedTables.has(table) &&
      (type === 'trigger' ? !isOwn(name) : from !== null && (isOutside || !droppedTables.has(from))),
  );
  if (foreign.length === 0) return;
  const found = foreign.map(({ type, name, from, table, isOutside }) => {
    const target = names.stored(table);
    if (type === 'trigger') return `trigger "${name}" on "${target}"`;
    const source = isOutside ? from : names.stored(from ?? '');
    return `foreign key ${name === '' ? '' : `"${name}" `}of "${source}" to "${target}"`;
  });
  throw new HostError(
    'database_table_referenced',
    `Other programs depend on tables that would be dropped: ${found.join(', ')}. Nothing was changed. Drop these foreign keys and triggers, run the command again, and create them again afterwards.`,
    { status: 409, references: found },
  );
}

/** Sorts tables so that each one precedes the tables its foreign keys refer to. */
export function referringFirst(tables: readonly string[], references: readonly OwnReference[]): string[] {
  const sorted = new Set<string>();
  const visit = (table: string, path: readonly string[]): void => {
    if (sorted.has(table) || path.includes(table)) return;
    for (const { from, table: target, isOutside } of references) {
      if (target === table && from !== null && !isOutside && tables.includes(from)) visit(from, [...path, table]);
    }
    sorted.add(table);
  };
  for (const table of tables) visit(table, []);
  return [...sorted];
}
