import { sql } from 'kysely';
import type { Database } from '../../../src/core/database/database.js';
import { declaredSchema } from '../../../src/core/database/declared.js';
import type { OwnedMigrations } from '../../../src/core/database/missing-migrations.js';
import { RECORD_TABLES } from '../../../src/core/database/schema-record.js';

/** Returns the names of every table and view that these migrations create, and of the tables of the record. */
export async function namesOf(owners: readonly OwnedMigrations[]): Promise<string[]> {
  const names = RECORD_TABLES.map(({ name }) => name);
  for (const [, migrations] of owners) {
    const { created } = await declaredSchema(migrations);
    names.push(...created.filter(({ type }) => type !== 'index').map(({ name }) => name));
  }
  return names;
}

/** Converts a database to the layout of version 0.1: a pair of tables per owner instead of the record. */
export async function toVersion01(db: Database): Promise<void> {
  const applied = Object.entries((await db.about()).migrations);
  for (const [owner, names] of applied) {
    const [history, lock] = [sql.table(`${owner}_migration`), sql.table(`${owner}_migration_lock`)];
    await sql`create table ${history} (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      db.query,
    );
    await sql`create table ${lock} (id varchar(255) primary key, is_locked integer not null)`.execute(db.query);
    for (const name of names) await sql`insert into ${history} values (${name}, '')`.execute(db.query);
  }
  for (const { name } of RECORD_TABLES) await sql`drop table ${sql.table(name)}`.execute(db.query);
}
