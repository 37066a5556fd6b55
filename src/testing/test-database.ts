import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { createDatabase } from '../core/database/database.js';
import type { Migration } from '../core/database/migrate.js';
import { siteMigrations } from '../core/host/core-migrations.js';
import type { Plugin } from '../core/plugins/plugin.js';

export interface TestDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

/** Identifies migrations by object identity: plugins of different tests may use the same names. */
const numbers = new WeakMap<Migration, number>();
let lastNumber = 0;
/** Database files with all tables, by the migrations that created them (LRU). */
const files = new LRUCache<string, Promise<Buffer>>({ max: 8 });

/**
 * Creates a SQLite file with all tables for one host. Tables are created once and then copied, because creating them
 * takes longer than the rest of a host's startup.
 */
export async function createTestDatabase(plugins: readonly Plugin[]): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-database-'));
  const file = path.join(folder, 'site.db');
  // If the plugins cannot be set up, the host starts with an empty file and reports the reason.
  const content = await fileWithTables(plugins).catch(() => null);
  if (content) await writeFile(file, content);
  return { url: `sqlite:${file}`, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Returns the content of a SQLite file with the tables of the core and of these plugins.
 * @throws HostError if a migration fails
 */
export async function fileWithTables(plugins: readonly Plugin[]): Promise<Buffer> {
  const key = keyOf(plugins);
  const file = files.get(key) ?? createFile(plugins);
  files.set(key, file);
  return file;
}

function keyOf(plugins: readonly Plugin[]): string {
  const migrations = siteMigrations(plugins).flatMap(([owner, own]) => own.map((each) => `${owner} ${numberOf(each)}`));
  return [...plugins.map(({ name, version }) => `${name} ${version}`), ...migrations].join('\n');
}

function numberOf(migration: Migration): number {
  const existing = numbers.get(migration);
  if (existing !== undefined) return existing;
  lastNumber += 1;
  numbers.set(migration, lastNumber);
  return lastNumber;
}

async function createFile(plugins: readonly Plugin[]): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-template-'));
  const file = path.join(folder, 'site.db');
  try {
    const db = createDatabase({ url: `sqlite:${file}` });
    try {
      await db.migrateAll(siteMigrations(plugins));
    } finally {
      await db.close();
    }
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
