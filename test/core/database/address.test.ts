import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ConfiguredDatabase } from '../../../src/core/database/address.js';
import { createDatabase } from '../../../src/core/database/database.js';
import { parseMysqlUrl } from '../../../src/core/database/dialects/mysql-url.js';
import { HostError } from '../../../src/core/errors.js';

const SOURCE = 'MORTISE_DATABASE_URL';

function refusal(database: Omit<ConfiguredDatabase, 'source'>): HostError {
  try {
    createDatabase({ ...database, source: SOURCE });
  } catch (error) {
    if (error instanceof HostError) return error;
  }
  return expect.unreachable(`${database.url} was accepted`);
}

describe('database URL', () => {
  it.each([
    ['', /is empty/],
    ['   ', /is empty/],
    ['site.db', /no supported scheme/],
    ['constructor:x', /no supported scheme/],
    ['oracle://db/site', /"oracle:"/],
    ['"mysql://user:hunter2@localhost/site"', /quotation mark/],
    ['postgres://user:hunter2@localhost/site', /PostgreSQL is not supported yet/],
    ['postgresql://user:hunter2@localhost/site?schema=public', /PostgreSQL is not supported yet/],
    ['libsql://site.turso.io?authToken=hunter2', /libSQL/],
    ['file:./dev.db', /Write sqlite:\.\/dev\.db\./],
    ['file:./dev.db?connection_limit=1', /Write sqlite:\.\/dev\.db\./],
    ['file:///var/lib/dev.db', /Write sqlite:\/var\/lib\/dev\.db\./],
    ['sqlite3:///var/lib/dev.db', /Write sqlite:\/var\/lib\/dev\.db\./],
    ['jdbc:mysql://localhost/site?user=a&password=hunter2', /URL of another tool/],
    ['mysql2://user:hunter2@localhost/site', /URL of another tool/],
    ['mysql+pymysql://user:hunter2@localhost/site', /URL of another tool/],
    ['sqlite:', /names no file/],
    ['sqlite://data/site.db', /names no file/],
    ['sqlite:./dev.db?connection_limit=1', /parameters after the file name/],
    ['mysql:', /names no server/],
    ['mysql://', /names no server/],
    ['mysql://localhost', /names no database/],
    ['mysql://localhost/', /names no database/],
    ['mysql://localhost/a/b', /names no database/],
    ['mysql://user:100%@localhost/site', /%25/],
    ['mysql://user:hun/ter2@localhost/site', /Percent-encode/],
    ['mysql://user:hun#ter2@localhost/site', /Percent-encode/],
    ['mysql://user:hun?ter2@localhost/site', /Percent-encode/],
    ['mysql://user:12/ter2@localhost/site', /Percent-encode/],
    ['mysql://user:12#ter2@localhost/site', /Percent-encode/],
    ['mysql://user:12?ter2@localhost/site', /Percent-encode/],
    ['mysql://user:hun@t/er2@localhost/site', /Percent-encode/],
    ['mysql://user:hun@t#er2@localhost/site', /Percent-encode/],
    ['mysql://user:hunter2@localhost/site?hunter2=1', /unknown parameter/],
    ['mysql://user:hunter2@localhost/site?connection_limit=5', /pool: \{ max: 5 \}/],
    ['mysql://user:hunter2@localhost/site?schema=public', /tablePrefix/],
    ['mysql://user:hunter2@localhost/site?sslmode=require', /ssl=true/],
    ['mysql://user:hunter2@localhost/site?charset=utf8', /utf8mb4/],
    ['mysql://user:hunter2@localhost/site?ssl=hunter2', /neither true nor false/],
  ])('rejects %j with the variable, the fault and the correct form, without the password', (url, fault) => {
    const { code, message, data } = refusal({ url });
    expect(code).toBe('database_url_invalid');
    expect(message).toMatch(fault);
    expect(message).toMatch(/^MORTISE_DATABASE_URL /);
    expect(data).toMatchObject({ source: SOURCE });
    expect(message).not.toMatch(/hun|ter2|er2/);
  });

  it('suggests a valid form for every scheme', () => {
    for (const url of ['', 'x://y', 'postgres://h/d', 'file:./a.db', 'jdbc:mysql://h/d', 'mysql://h', 'sqlite:']) {
      expect(refusal({ url }).message, url).toMatch(/(?:sqlite:|mysql:\/\/)/);
    }
  });

  it('accepts an unescaped @ in the password', () => {
    expect(parseMysqlUrl('mysql://user:p@ss@localhost/site')).toMatchObject({ host: 'localhost', password: 'p@ss' });
  });

  it.each([
    ['pool', { pool: { max: 5 } }],
    ['ssl', { ssl: true }],
    ['socketPath', { socketPath: '/run/mysqld/mysqld.sock' }],
  ])('rejects the server option %s for a file', (name, options) => {
    expect(refusal({ url: 'sqlite::memory:', ...options })).toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(`database.${name} works only with MariaDB and MySQL`),
    });
  });

  it('decodes the parts of a server URL', () => {
    expect(parseMysqlUrl('mariadb://us%40er:p%2Fw@db.example.com:3307/my%20site?ssl=true')).toEqual({
      host: 'db.example.com',
      port: 3307,
      user: 'us@er',
      password: 'p/w',
      database: 'my site',
      ssl: true,
    });
    expect(parseMysqlUrl('mysql://root@[::1]/site')).toMatchObject({
      host: '::1',
      port: 3306,
      password: '',
      ssl: false,
    });
  });

  it('creates the folder of a database file on first use', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mortise-test-'));
    const file = join(folder, 'new', 'folder', 'site.db');
    const db = createDatabase({ url: `sqlite://${file}` });
    expect(existsSync(file)).toBe(false);
    await db.ping();
    expect(existsSync(file)).toBe(true);
    await db.close();
    await rm(folder, { recursive: true });
  });

  it('reports a file that cannot be opened as unavailable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mortise-test-'));
    await writeFile(join(folder, 'occupied'), '');
    const db = createDatabase({ url: `sqlite:${folder}/occupied/site.db` });
    await expect(db.ping()).rejects.toMatchObject({ code: 'database_unavailable', status: 503 });
    await db.close();
    await rm(folder, { recursive: true });
  });

  it('reports an unreachable server with its address but without the password', async () => {
    const db = createDatabase({ url: 'mysql://root:hunter2@127.0.0.1:1/site' });
    const error = await db.now().catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'database_unavailable',
      status: 503,
      message: expect.stringContaining('127.0.0.1:1'),
    });
    expect(String(error)).not.toContain('hunter2');
    await expect(db.ping()).rejects.toMatchObject({ code: 'database_unavailable', status: 503 });
    await db.close();
  });
});
