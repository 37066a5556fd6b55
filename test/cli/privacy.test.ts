import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mortise } from '../support/command-line.js';

describe('mortise privacy', { timeout: 120_000 }, () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(parameters, { cwd: site });
  const users = async () => (await run('user', 'list', '--field=login')).stdout.split('\n').filter(Boolean);

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-privacy-'));
    await run('user', 'create', 'root', 'root@example.com', '--role=administrator');
    await run('user', 'create', 'ada', 'ada@example.com', '--name=Ada Lovelace', '--verified');
    await run('kb', 'article', 'create', '--title=Notes', '--author=ada', '--status=publish');
  }, 120_000);
  afterAll(() => rm(site, { recursive: true, force: true }));

  it('exports one JSON document by default', async () => {
    const { stdout, stderr, code } = await run('privacy', 'export', 'ada@example.com');
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      format: 'mortise-personal-data',
      version: 1,
      person: { email: 'ada@example.com', login: 'ada' },
    });
    expect(document.groups.map(({ name }: { name: string }) => name)).toEqual([
      'core/posts',
      'core/account',
      'knowledge-base/versions',
    ]);
  });

  it('exports to a file that only its owner can read, and never overwrites another', async () => {
    const exported = await run('privacy', 'export', 'ada', '--out=ada.json');
    expect(exported).toMatchObject({ code: 0, stdout: '', stderr: expect.stringContaining('3 records') });
    const file = path.join(site, 'ada.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8')).person.login).toBe('ada');
    expect(await run('privacy', 'export', 'root', '--out=ada.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cli_file_exists'),
    });
    expect(JSON.parse(await readFile(file, 'utf8')).person.login).toBe('ada');
  });

  it('prints the plan, and erases nothing without confirmation', async () => {
    const planned = await run('privacy', 'erase', 'ada', '--dry-run', '--format=json');
    expect(JSON.parse(planned.stdout)).toEqual([
      expect.objectContaining({ name: 'knowledge-base/versions', outcome: 'detached', count: 1 }),
      expect.objectContaining({ name: 'core/posts', outcome: 'detached', count: 1 }),
      expect.objectContaining({ name: 'core/account', outcome: 'erased', count: 1, reason: null }),
    ]);
    for (const input of ['', 'yes\n']) {
      expect(await mortise(['privacy', 'erase', 'ada'], { cwd: site, input })).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/Account: 1 to be erased.*cli_not_confirmed/s),
      });
    }
    expect(await users()).toEqual(['ada', 'root']);
  });

  it('refuses to erase the last administrator', async () => {
    expect(await run('privacy', 'erase', 'root', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('privacy_last_administrator'),
    });
  });

  it('erases after confirmation, and no longer finds the person', async () => {
    const erased = await run('privacy', 'erase', 'ada', '--field=name', '--yes');
    expect(erased).toMatchObject({ code: 0, stdout: 'knowledge-base/versions\ncore/posts\ncore/account\n' });
    expect(await users()).toEqual(['root']);
    expect((await run('kb', 'article', 'list', '--field=title')).stdout).toBe('Notes\n');
    expect(await run('privacy', 'erase', 'ada', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('user_not_found'),
    });
    expect(await run('privacy', 'erase', 'ada@example.com', '--yes')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('No data about ada@example.com'),
    });
  });
});
