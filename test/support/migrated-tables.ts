import { writeFile } from 'node:fs/promises';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { createDatabase } from '../../src/core/database/database.js';
import { siteMigrations } from '../../src/core/host/core-migrations.js';
import type { Plugin } from '../../src/index.js';
import { fileWithTables } from '../../src/testing/test-database.js';

/** Copies the tables and migration records of a migrated database into an empty one. */
type Filler = (url: string) => Promise<void>;

/** By plugins. */
const fillers = new Map<string, Promise<Filler>>();

/**
 * Fills an empty database with the tables of the core and of these plugins. The first one is migrated, the others are
 * copies, because running a few hundred statements takes longer than most tests.
 */
export async function fillWithTables(url: string, plugins: readonly Plugin[]): Promise<void> {
  if (url.startsWith('sqlite:')) {
    return writeFile(url.slice('sqlite:'.length), await fileWithTables(plugins), { flag: 'wx' });
  }
  const key = plugins.map(({ name, version }) => `${name} ${version}`).join('\n');
  const existing = fillers.get(key);
  if (existing) return (await existing)(url);
  const learned = migrate(url, plugins).then(() => copierOfTables(url));
  fillers.set(key, learned);
  await learned;
}

async function migrate(url: string, plugins: readonly Plugin[]): Promise<void> {
  const db = createDatabase({ url });
  try {
    await db.migrateAll(siteMigrations(plugins));
  } finally {
    await db.close();
  }
}

/** Sends all statements in one message. */
async function copierOfTables(url: string): Promise<Filler> {
  const connection = await createConnection({ uri: url });
  const statements: string[] = [];
  try {
    const [tables] = await connection.query<RowDataPacket[]>('show tables');
    for (const name of tables.flatMap((table) => Object.values(table))) {
      const [[created]] = await connection.query<RowDataPacket[]>('show create table ??', [name]);
      statements.push(created?.['Create Table']);
      const [rows] = await connection.query<RowDataPacket[]>('select * from ??', [name]);
      for (const row of rows) statements.push(connection.format('insert into ?? set ?', [name, row]));
    }
  } finally {
    await connection.end();
  }
  const script = statements.join(';\n');
  return async (target) => {
    const filled = await createConnection({ uri: target, multipleStatements: true });
    try {
      await filled.query(script);
    } finally {
      await filled.end();
    }
  };
}
