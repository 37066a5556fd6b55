import { type Kysely, sql } from 'kysely';

/** What has been applied, by owner as {@link bookOf} writes it. */
export type Books = ReadonlyMap<string, readonly string[]>;

const BOOK = /^(.+)_migration$/;
const LOCK = '_migration_lock';

/** The owner's name in the names of its pair of tables. */
export function bookOf(owner: string): string {
  return owner.replaceAll('-', '_');
}

/** Whether a table is one of those in which it is written what was applied. */
export function isBookTable(name: string, names: readonly string[]): boolean {
  const lock = name.endsWith(LOCK) ? name : `${name}_lock`;
  const book = lock.slice(0, -'_lock'.length);
  return BOOK.test(book) && names.includes(book) && names.includes(lock);
}

/** Reads every owner's book of migrations with one statement, also of those that nobody knows any more. */
export async function readBooks(executor: Kysely<unknown>, names: readonly string[]): Promise<Books> {
  const owners = names.flatMap((name) => (isBookTable(name, names) ? (BOOK.exec(name)?.[1] ?? []) : []));
  const books = new Map<string, string[]>(owners.map((owner) => [owner, []]));
  if (owners.length === 0) return books;
  const pages = owners.map(
    (owner) => sql`select ${sql.lit(owner)} as owner, name from ${sql.table(`${owner}_migration`)}`,
  );
  const { rows } = await sql<{ owner: string; name: string }>`${sql.join(pages, sql` union all `)}`.execute(executor);
  for (const { owner, name } of rows) books.get(owner)?.push(name);
  for (const book of books.values()) book.sort();
  return books;
}

/** Notes migrations as applied that were applied elsewhere. The book has to be there. */
export async function writeBook(executor: Kysely<unknown>, owner: string, names: readonly string[]): Promise<void> {
  const now = new Date().toISOString();
  for (const name of names) {
    await sql`insert into ${sql.table(`${owner}_migration`)} (name, timestamp) values (${name}, ${now})`.execute(
      executor,
    );
  }
}
