import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/core/database/database.js';
import { mortise } from '../support/command-line.js';
import { dialects, freshDatabase, type TestDatabase } from '../support/databases.js';

describe('mortise db', { timeout: 240_000 }, () => {
  let folder: string;
  let site: TestDatabase;
  const run = (url: string, ...parameters: string[]) =>
    mortise(parameters, { cwd: folder, env: { MORTISE_DATABASE_URL: url } });
  const cleanups: (() => Promise<void>)[] = [];
  const fresh = async (dialect: (typeof dialects)[number]): Promise<string> => {
    const database = await freshDatabase(dialect);
    cleanups.push(database.drop);
    return database.url;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-db-'));
    const [dialect] = dialects;
    if (!dialect) throw new Error('There is no database.');
    site = await freshDatabase(dialect);
    await run(site.url, 'user', 'create', 'root', 'root@example.com', '--role=administrator');
    await run(site.url, 'kb', 'article', 'create', '--title=Ünï 😀', '--author=root', '--status=publish');
  }, 120_000);
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });
  afterAll(async () => {
    await site.drop();
    await rm(folder, { recursive: true, force: true });
  });

  it('prints the status without the password of the URL', async () => {
    const { stdout, code } = await run(site.url, 'db', 'status', '--format=json');
    const status = JSON.parse(stdout);
    expect(code).toBe(0);
    expect(status).toMatchObject({ server: expect.any(String), version: expect.stringMatching(/^\d/) });
    expect(status.tables).toContainEqual({ table: 'kb_articles', rows: 1, bytes: null });
    expect(status.migrations).toContainEqual({ owner: 'content', migration: '0001_posts', status: 'applied' });
    const secret = await run('mysql://root:very-secret@127.0.0.1:1/none', 'db', 'status');
    expect(secret).toMatchObject({ code: 1, stderr: expect.stringContaining('database_unavailable') });
    expect(secret.stderr).not.toContain('very-secret');
  });

  it.each(dialects)('applies migrations without starting the site on $name', async (dialect) => {
    const url = await fresh(dialect);
    const dry = await run(url, 'db', 'migrate', '--dry-run', '--format=json');
    expect(JSON.parse(dry.stdout)).toContainEqual({ owner: 'identity', migration: '0001_users' });
    expect(JSON.parse((await run(url, 'db', 'status', '--format=json')).stdout).tables).toEqual([]);
    const real = await run(url, 'db', 'migrate', '--format=json');
    expect(JSON.parse(real.stdout)).toEqual(JSON.parse(dry.stdout));
    expect(await run(url, 'db', 'migrate', '--format=count')).toMatchObject({ code: 0, stdout: '0\n' });
    expect(await run(url, 'user', 'list', '--format=count')).toMatchObject({ code: 0, stdout: '0\n' });
  });

  it('examines a database with a missing table and a migration of a newer release', async () => {
    expect(await run(site.url, 'db', 'doctor')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('No problems found'),
    });
    const url = await fresh(dialects[0] ?? (await Promise.reject(new Error('none'))));
    await run(url, 'db', 'migrate');
    const db = createDatabase({ url });
    await sql`insert into ${sql.table('schema_migrations')} (owner, name, applied_at) values ('content', '9999_future', '')`.execute(
      db.query,
    );
    expect(await run(url, 'user', 'list')).toMatchObject({ code: 0, stderr: expect.stringContaining('9999_future') });
    await sql`drop table ${sql.table('posts')}`.execute(db.query);
    await db.close();
    expect(await run(url, 'user', 'list')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/"mortise_posts".*database_schema_damaged/s),
    });
    const sick = await run(url, 'db', 'doctor', '--format=json');
    expect(sick.code).toBe(1);
    expect(JSON.parse(sick.stdout).map(({ code }: { code: string }) => code)).toEqual(
      expect.arrayContaining(['table_missing', 'migration_unknown']),
    );
  });

  it.each(dialects)('copies a site to $name, where it works', async (dialect) => {
    const url = await fresh(dialect);
    const copied = await run(site.url, 'db', 'copy', `--to=${url}`, '--format=json');
    expect(copied).toMatchObject({ code: 0, stderr: expect.stringContaining('every row was compared') });
    const tables = JSON.parse(copied.stdout) as { table: string; rows: number; checksum: string }[];
    expect(tables.find(({ table }) => table === 'users')).toMatchObject({
      rows: 1,
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const list = await run(url, 'kb', 'article', 'list', '--format=json');
    expect(list.stdout).toBe((await run(site.url, 'kb', 'article', 'list', '--format=json')).stdout);
    expect(list.stdout).toContain('Ünï 😀');
    expect(await run(url, 'db', 'doctor', '--quick')).toMatchObject({ code: 0 });
    expect(await run(site.url, 'db', 'copy', `--to=${url}`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('database_copy_target_not_empty'),
    });
  });

  it.each(dialects)('renames the tables of a site on $name, which works afterwards', async (dialect) => {
    const url = await fresh(dialect);
    await run(url, 'user', 'create', 'ada', 'ada@example.com', '--role=administrator');
    const users = await run(url, 'user', 'list', '--format=json');
    expect(await run(url, 'db', 'rename', '--prefix=shop_')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/mortise_users → shop_users.*--yes/s),
    });
    for (const prefix of ['shop_', '', 'mortise_']) {
      const renamed = await run(url, 'db', 'rename', `--prefix=${prefix}`, '--yes', '--format=json');
      expect(renamed).toMatchObject({ code: 0 });
      expect(JSON.parse(renamed.stdout)).toMatchObject({ to: prefix, tables: expect.any(Number) });
      expect(JSON.parse((await run(url, 'db', 'status', '--format=json')).stdout)).toMatchObject({ prefix });
      expect(await run(url, 'user', 'list', '--format=json')).toMatchObject({ code: 0, stdout: users.stdout });
    }
    expect(await run(url, 'db', 'rename', '--yes')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('already have this prefix'),
    });
    expect(await run(url, 'db', 'rename', '--prefix=Shop')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--prefix must have'),
    });
  });

  it('reports a missing option', async () => {
    expect(await run(site.url, 'db', 'copy')).toMatchObject({ code: 2, stderr: expect.stringContaining('--to') });
  });

  it('starts a site after a plugin was removed from its configuration', async () => {
    const url = await fresh(dialects[0] ?? (await Promise.reject(new Error('none'))));
    const place = path.join(folder, 'configured');
    await mkdir(place, { recursive: true });
    const configure = (plugins: string) =>
      writeFile(
        path.join(place, 'mortise.config.mjs'),
        `export default { secret: 'a secret that is long enough for a test', plugins: [${plugins}] };`,
      );
    const mortiseOnTarget = (...parameters: string[]) =>
      mortise(parameters, { cwd: place, env: { MORTISE_DATABASE_URL: url } });
    const table = `{ name: 'acme_notes', columns: { id: { definition: { kind: 'id', length: 0, nullable: false } } }, primaryKey: ['id'], unique: [], indexes: [] }`;
    await configure(
      `{ name: 'acme-notes', version: '1.0.0', setup() {}, migrations: [{ name: '0001', up: (schema) => schema.createTable(${table}) }] }`,
    );
    expect(await mortiseOnTarget('user', 'list')).toMatchObject({ code: 0 });
    await configure('');
    expect(await mortiseOnTarget('user', 'list')).toMatchObject({ code: 0 });
    const doctor = await mortiseOnTarget('db', 'doctor', '--quick', '--format=json');
    expect(doctor.code).toBe(0);
    expect(JSON.parse(doctor.stdout).map(({ code, subject }: Record<string, string>) => `${code} ${subject}`)).toEqual([
      'plugin_not_configured acme_notes',
      'table_unknown acme_notes',
    ]);
  });
});
