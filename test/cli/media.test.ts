import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, png } from '../core/media/pictures.js';
import { mortise } from '../support/command-line.js';

describe('mortise media', { timeout: 240_000 }, () => {
  let site: string;
  const run = (...parameters: string[]) => mortise(['media', ...parameters], { cwd: site });
  const recordOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout) as Record<string, number>;

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-media-cli-'));
    await mkdir(path.join(site, 'pictures/deep'), { recursive: true });
    await writeFile(path.join(site, 'pictures/a.jpg'), await jpeg());
    await writeFile(path.join(site, 'pictures/b.jpg'), 'no picture');
    await writeFile(path.join(site, 'pictures/deep/c.png'), await png(300, 200));
    await writeFile(path.join(site, 'pictures/.hidden.png'), await png(9, 9));
    await symlink(path.join(site, 'pictures/a.jpg'), path.join(site, 'pictures/link.jpg'));
    await writeFile(path.join(site, 'single.png'), await png(20, 20));
    await mortise(['user', 'create', 'ada', 'ada@example.com', '--role=author'], { cwd: site });
  });
  afterAll(() => rm(site, { recursive: true, force: true }));

  it('imports folders and files, continues after a failure with exit code 3 and skips duplicates', async () => {
    const planned = await run('import', 'pictures', 'single.png', '--dry-run', '--format=json');
    expect(recordOf(planned)).toEqual({ imported: 4, skipped: 0, failed: 0 });
    const first = await run('import', 'pictures', 'single.png', '--author=ada', '--format=json');
    expect(first.code).toBe(3);
    expect(recordOf(first)).toEqual({ imported: 3, skipped: 0, failed: 1 });
    expect(first.stderr).toMatch(/b\.jpg: .*\(media_type_refused\)/);
    const again = await run('import', 'pictures', '--format=json');
    expect(recordOf(again)).toEqual({ imported: 0, skipped: 2, failed: 1 });
    const twice = await run('import', 'single.png', '--duplicates', '--format=json');
    expect([twice.code, recordOf(twice)]).toEqual([0, { imported: 1, skipped: 0, failed: 0 }]);
  });

  it('rejects missing files and invalid arguments', async () => {
    expect(await run('import', 'nothing')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cli_file_missing'),
    });
    expect(await run('import', 'single.png', '--author=nobody')).toMatchObject({ code: 2 });
    expect(await run('import', 'single.png', '--post=x')).toMatchObject({ code: 2 });
    expect(await run('import')).toMatchObject({ code: 2 });
  });

  it('lists files', async () => {
    const { stdout } = await run('list', '--type=image', '--search=c', '--format=json');
    expect(JSON.parse(stdout)).toEqual([
      {
        id: expect.any(Number),
        filename: 'c.png',
        mime_type: 'image/png',
        bytes: expect.any(Number),
        width: 300,
        height: 200,
        post: null,
        author: expect.any(Number),
        date: expect.any(String),
      },
    ]);
    expect((await run('list', '--format=count')).stdout.trim()).toBe('4');
  });

  it('regenerates sizes of all or some files, and continues after a failure', async () => {
    expect(recordOf(await run('regenerate', '--format=json'))).toEqual({ changed: 0, unchanged: 4, failed: 0 });
    const some = await run('regenerate', '1', '999', '--force', '--format=json');
    expect([some.code, recordOf(some)]).toEqual([3, { changed: 1, unchanged: 0, failed: 1 }]);
    expect(some.stderr).toContain('999: ');
    expect(await run('regenerate', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cli_argument_invalid'),
    });
  });

  it('reports the number of swept files', async () => {
    expect(recordOf(await run('sweep', '--format=json'))).toEqual({ removed: 0 });
  });
});
