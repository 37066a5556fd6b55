import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { createDatabase } from '../core/database/database.js';
import type { Migration } from '../core/database/migrate.js';
import { siteMigrations } from '../core/host/core-migrations.js';
import type { Plugin } from '../core/plugins/plugin.js';
import { orderPlugins } from '../core/plugins/plugin-order.js';

export interface TestDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

/** Identifies migrations by object identity: plugins of different tests may use the same names. */
const numbers = new WeakMap<Migration, number>();
let lastNumber = 0;
/** Database files with all tables, by the migrations that created them. Null if these failed (LRU). */
const templates = new LRUCache<string, Promise<{ content: Buffer | null }>>({ max: 8 });

/**
 * Creates a SQLite file with all tables for one host. Tables are created once and then copied, because creating them
 * takes longer than the rest of a host's startup.
 */
export async function createTestDatabase(plugins: readonly Plugin[]): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-database-'));
  const file = path.join(folder, 'site.db');
  const key = keyOf(plugins);
  const template = templates.get(key) ?? createTemplate(plugins);
  templates.set(key, template);
  const { content } = await template;
  if (content) await writeFile(file, content);
  return { url: `sqlite:${file}`, remove: () => rm(folder, { recursive: true, force: true }) };
}

function keyOf(plugins: readonly Plugin[]): string {
  const migrations = siteMigrations(plugins).flatMap(([owner, own]) => own.map((each) => `${owner} ${numberOf(each)}`));
  return [...plugins.map(({ name, version }) => `${name} ${version}`), ...migrations].join('\n');
}

function numberOf(migration: Migration): number {
  const known = numbers.get(migration);
  if (known !== undefined) return known;
  lastNumber += 1;
  numbers.set(migration, lastNumber);
  return lastNumber;
}

/** The content is null if the plugins cannot be set up. The host then reports the reason. */
async function createTemplate(plugins: readonly Plugin[]): Promise<{ content: Buffer | null }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mortise-template-'));
  const file = path.join(folder, 'site.db');
  try {
    const db = createDatabase({ url: `sqlite:${file}` });
    try {
      await db.migrateAll(siteMigrations(orderPlugins(plugins)));
    } finally {
      await db.close();
    }
    return { content: await readFile(file) };
  } catch {
    return { content: null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
