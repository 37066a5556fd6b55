import { mkdtemp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';
import { dialects, freshDatabase } from '../support/databases.js';

describe('mortise backup', { timeout: 240_000 }, () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(parameters, { cwd: site });
  const articles = (env: NodeJS.ProcessEnv = {}) =>
    mortise(['kb', 'article', 'list', '--field=title'], { cwd: site, env });

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-backup-'));
    await run('user', 'create', 'root', 'root@example.com', '--role=administrator');
    await run('kb', 'article', 'create', '--title=Ünï 😀', '--author=root', '--status=publish');
  }, 120_000);
  afterAll(() => rm(site, { recursive: true, force: true }));

  it('writes one timestamped file without the secret', async () => {
    const { code, stdout, stderr } = await run('backup', 'create', '--format=json');
    expect(code).toBe(0);
    expect(stderr).toContain("does not include the site's secret");
    const { file } = JSON.parse(stdout) as { file: string };
    expect(await readdir(site)).toContain(path.basename(file));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const secret = await readFile(path.join(site, 'data/secret'), 'utf8');
    expect((await readFile(file, 'latin1')).includes(secret)).toBe(false);
    expect(await run('backup', 'create', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('backup_exists'),
    });
  });

  it('describes a file and reports its defects', async () => {
    await run('backup', 'create', 'good.tar');
    const good = await run('backup', 'verify', 'good.tar', '--format=json');
    expect(JSON.parse(good.stdout)).toMatchObject({ server: 'SQLite', rows: expect.any(Number), files: 0 });
    await run('backup', 'create', 'bad.tar');
    await truncate(path.join(site, 'bad.tar'), 5000);
    for (const command of ['verify', 'restore']) {
      expect(
        await run('backup', command, 'bad.tar', ...(command === 'restore' ? ['--force', '--yes'] : [])),
      ).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('backup_damaged'),
      });
    }
    expect((await articles()).stdout).toBe('Ünï 😀\n');
    expect(await run('backup', 'verify', 'none.tar')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('backup_missing'),
    });
  });

  it.each(dialects)('is restored on $name with a working site', async (dialect) => {
    const { url, drop } = await freshDatabase(dialect);
    try {
      const env = { MORTISE_DATABASE_URL: url, MORTISE_DATA: path.join(site, `data-${dialect.name}`) };
      const restored = await mortise(['backup', 'restore', 'good.tar'], { cwd: site, env });
      expect(restored).toMatchObject({ code: 0, stderr: expect.stringContaining('every row was compared') });
      expect((await articles(env)).stdout).toBe('Ünï 😀\n');
      expect(await mortise(['db', 'doctor', '--quick'], { cwd: site, env })).toMatchObject({ code: 0 });
    } finally {
      await drop();
    }
  });

  it('asks before it replaces a site', async () => {
    await run('kb', 'article', 'create', '--title=Later', '--author=root', '--status=publish');
    expect(await run('backup', 'restore', 'good.tar')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('backup_target_not_empty'),
    });
    const refused = await mortise(['backup', 'restore', 'good.tar', '--force'], { cwd: site, input: 'yes\n' });
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('cli_not_confirmed') });
    expect((await articles()).stdout).toContain('Later');
    const done = await run('backup', 'restore', 'good.tar', '--force', '--yes');
    expect(done.code).toBe(0);
    expect((await articles()).stdout).toBe('Ünï 😀\n');
  });
});
