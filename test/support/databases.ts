import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { afterEach, describe, inject } from 'vitest';
import { createDatabase, type Database } from '../../src/core/database/database.js';
import type { Plugin } from '../../src/index.js';
import { fillWithTables } from './migrated-tables.js';

/** Type of server that suites run against: `describe.each(dialects)('... on $name', (dialect) => ...)`. */
export interface TestDialect {
  name: 'sqlite' | 'mariadb';
  /** Location of fresh databases: a folder or the URL of a server. */
  url: string;
}

export interface TestDatabase {
  url: string;
  /** Drops the database. Close everything that uses it first. */
  drop(): Promise<void>;
}

export const SQLITE: TestDialect = { name: 'sqlite', url: `sqlite:${tmpdir()}` };
const server = inject('mariadb');
export const MARIADB: TestDialect = { name: 'mariadb', url: server ?? '' };

/**
 * SQLite, and MariaDB if it is available. The search for services prints missing ones, and fails if MORTISE_REQUIRE
 * names them.
 */
export const dialects: readonly TestDialect[] = server === null ? [SQLITE] : [SQLITE, MARIADB];

/** Creates an empty database with a unique name. Most tests need a {@link migratedDatabase}. */
export async function freshDatabase(dialect: TestDialect): Promise<TestDatabase> {
  if (dialect.name === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'mortise-test-'));
    return { url: `sqlite:${folder}/site.db`, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `mortise_test_${randomBytes(8).toString('hex')}`;
  await onServer(dialect, `create database ${name}`);
  const url = new URL(dialect.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(dialect, `drop database if exists ${name}`) };
}

/**
 * Creates a database with the tables of the core and of these plugins, in a tenth of the time that a host needs to
 * migrate it.
 */
export async function migratedDatabase(dialect: TestDialect, plugins: readonly Plugin[] = []): Promise<TestDatabase> {
  const database = await freshDatabase(dialect);
  try {
    await fillWithTables(database.url, plugins);
  } catch (error) {
    await database.drop();
    throw error;
  }
  return database;
}

/**
 * Runs a suite once per dialect. `database()` opens a fresh database with the tables of the core, which is closed and
 * dropped after the test.
 */
export function describeDatabases(subject: string, suite: (database: () => Promise<Database>) => void): void {
  describe.each(dialects)(`${subject} on $name`, (dialect) => {
    const cleanups: Array<() => Promise<void>> = [];
    afterEach(async () => {
      for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    });
    suite(async () => {
      const { url, drop } = await migratedDatabase(dialect);
      cleanups.push(drop);
      const db = createDatabase({ url });
      cleanups.push(db.close);
      return db;
    });
  });
}

async function onServer(dialect: TestDialect, statement: string): Promise<void> {
  const connection = await createConnection(dialect.url);
  try {
    await connection.query(statement);
  } finally {
    await connection.end();
  }
}
