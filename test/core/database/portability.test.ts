import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SOURCES = fileURLToPath(new URL('../../../src', import.meta.url));
const DIALECTS = join('core', 'database', 'dialects') + sep;

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(DIALECTS))
  .map((file) => ({ file, source: readFileSync(join(SOURCES, file), 'utf8') }));

describe('source code outside the dialects', () => {
  it.each([
    ['imports a driver', /from '(?:mysql2|libsql|better-sqlite3|node:sqlite)/],
    ['names a dialect of Kysely', /\b(?:Mysql|Sqlite)[A-Z]\w+/],
    ['asks for RETURNING, which MySQL lacks and Kysely loses on MariaDB (use insertOne)', /\.returning(?:All)?\(/],
    ['writes the upsert of one dialect (use upsert)', /\.on(?:Conflict|DuplicateKeyUpdate)\(/],
    ['skips locked rows, which not every server can', /\.(?:skipLocked|noWait)\(/],
  ])('never %s', (_, pattern) => {
    expect(files.filter(({ source }) => pattern.test(source)).map(({ file }) => file)).toEqual([]);
  });
});
