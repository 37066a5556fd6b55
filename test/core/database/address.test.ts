import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDatabase } from '../../../src/core/database/database.js';
import { parseMysqlUrl } from '../../../src/core/database/dialects/mysql-url.js';

describe('a database address', () => {
  it.each([
    '',
    'site.db',
    'postgres://localhost/site',
    'constructor:x',
    'sqlite:',
    'sqlite://data/site.db',
    'mysql:',
    'mysql://',
    'mysql://localhost',
    'mysql://localhost/',
    'mysql://localhost/a/b',
    'mysql://localhost/site?sll=true',
    'mysql://user:100%@localhost/site',
  ])('%j is refused with an example of a right one', (url) => {
    expect(() => createDatabase({ url })).toThrow(
      expect.objectContaining({ code: 'database_url_invalid', message: expect.stringMatching(/(sqlite|mysql):/) }),
    );
  });

  it('is never quoted with its password', () => {
    try {
      createDatabase({ url: 'mysql://user:hunter2@localhost/site?x=1' });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toContain('hunter2');
    }
  });

  it('of a server has its parts decoded', () => {
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

  it('of a file gets the folder made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mortise-test-'));
    const file = join(folder, 'new', 'folder', 'site.db');
    const db = createDatabase({ url: `sqlite://${file}` });
    expect(existsSync(file)).toBe(false);
    await db.ping();
    expect(existsSync(file)).toBe(true);
    await db.close();
    await rm(folder, { recursive: true });
  });

  it('of a file that cannot be opened says what to check', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mortise-test-'));
    await writeFile(join(folder, 'occupied'), '');
    const db = createDatabase({ url: `sqlite:${folder}/occupied/site.db` });
    await expect(db.ping()).rejects.toMatchObject({ code: 'database_unavailable', status: 503 });
    await db.close();
    await rm(folder, { recursive: true });
  });

  it('of a server that is not there says what to check', async () => {
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
