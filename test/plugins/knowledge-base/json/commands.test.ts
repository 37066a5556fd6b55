import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { mortise } from '../../../support/command-line.js';
import type { ExportDocument } from '../../../support/knowledge-base-json.js';
import { temporaryFolder } from '../import/temporary-folder.js';

describe('mortise kb export --to=json', () => {
  let site: string;
  let other: string;
  const run = (cwd: string, ...parameters: string[]) => mortise(parameters, { cwd });
  const file = () => path.join(site, 'kb.json');

  beforeEach(async () => {
    site = await temporaryFolder({});
    other = await temporaryFolder({});
    await run(site, 'kb', 'article', 'create', '--title=One', '--content=Text', '--status=publish');
  });

  it('writes a file only its owner can read, and kb import detects its format', async () => {
    const { code, stdout } = await run(site, 'kb', 'export', file(), '--to=json', '--revisions', '--format=json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ articles: 1, revisions: 1, files: 1, interrupted: false });
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    const imported = await run(other, 'kb', 'import', file(), '--format=json');
    expect(imported).toMatchObject({ code: 0 });
    expect(JSON.parse(imported.stdout)).toMatchObject({ profile: 'json', articles: { created: 1 } });
    await run(other, 'kb', 'export', 'copy.json', '--to=json');
    const [original, copy] = await Promise.all(
      [file(), path.join(other, 'copy.json')].map(
        async (at) => JSON.parse(await readFile(at, 'utf8')) as ExportDocument,
      ),
    );
    expect(copy?.articles).toEqual(original?.articles);
    expect(copy?.revisions).toEqual([]);
  });

  it('overwrites a file only with --force, leaves no temporary files and rejects --source', async () => {
    await writeFile(file(), 'mine');
    expect(await run(site, 'kb', 'export', file(), '--to=json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--force'),
    });
    expect(await readFile(file(), 'utf8')).toBe('mine');
    expect(await run(site, 'kb', 'export', file(), '--to=json', '--force')).toMatchObject({ code: 0 });
    expect((await readdir(site)).filter((name) => name.startsWith('.kb'))).toEqual([]);
    expect(await run(site, 'kb', 'export', 'x', '--to=json', '--source=book')).toMatchObject({ code: 2 });
  });

  it('rejects a truncated file before importing anything', async () => {
    await run(site, 'kb', 'export', file(), '--to=json');
    await truncate(file(), (await stat(file())).size - 5);
    const { code, stderr } = await run(other, 'kb', 'import', file());
    expect(code).not.toBe(0);
    expect(stderr).toContain('The file is incomplete.');
    expect(JSON.parse((await run(other, 'kb', 'article', 'list', '--format=json')).stdout)).toEqual([]);
  });
});
