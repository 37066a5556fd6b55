import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walkFolder } from '../../src/plugins/knowledge-base/content/import/walk-folder.js';
import { mortise } from '../support/command-line.js';
import { shortOrFull } from '../support/kill-loop.js';
import { createExportingHost, exportFrom } from '../support/knowledge-base-export.js';
import { maySmallDisk, mountSmallDisk, unmountDisk } from '../support/small-disk.js';

/** Numbers of steps after which an export is killed: amid its files, and about when it renames them into place. */
const pointsOf = (steps: number): number[] =>
  shortOrFull(
    [Math.floor(steps / 2), steps - 3],
    Array.from({ length: 50 }, (_, index) => Math.floor((index * steps) / 50)),
  );
/** One that becomes a file and one that becomes an archive, or all formats. */
const FORMATS = shortOrFull<readonly (readonly [string, readonly string[]])[]>(
  [
    ['json', []],
    ['markdown', ['--zip']],
  ],
  [
    ['json', []],
    ['wxr', []],
    ['html', ['--zip']],
    ['markdown', ['--zip']],
  ],
);
const ARTICLES = shortOrFull(60, 400);

describe('killed export', () => {
  let site: string;
  let database: string;

  beforeAll(async () => {
    site = await mkdtemp(path.join(tmpdir(), 'mortise-export-kill-'));
    database = `sqlite:${site}/site.db`;
    const host = await createTestHost({ database, plugins: [knowledgeBase()] });
    const { articles } = host.plugin('knowledge-base');
    for (let index = 0; index < ARTICLES; index += 1) {
      await articles.create({ title: `Page ${index}`, content: 'Text.\n' }, { user: null, source: 'cli' });
    }
    await host.close();
    // The first command on a site takes more steps.
    expect(await run(-1, ['first.json', '--to=json'])).toMatchObject({ code: 0 });
  }, 60_000);
  afterAll(() => rm(site, { recursive: true, force: true }));

  const run = (steps?: number, parameters: readonly string[] = ['exports/out']) =>
    mortise(['kb', 'export', ...parameters, '--format=json'], {
      cwd: site,
      env: { MORTISE_DATABASE_URL: database, MORTISE_SECRET: 'a secret for tests, long enough to be accepted' },
      ...(steps === undefined ? {} : { steps }),
    });
  const out = (): string => path.join(site, 'exports', 'out');
  /** Whether the folder is marked as complete. */
  const isMarked = () =>
    readFile(path.join(out(), '.mortise-export.json')).then(
      () => true,
      () => false,
    );

  it('leaves a complete folder or none, and a full run leaves one without visible leftovers', async () => {
    const { code, steps = 0 } = await run(-1);
    expect(code).toBe(0);
    await rm(out(), { recursive: true });

    for (const point of pointsOf(steps)) {
      expect(await run(point)).toMatchObject({ signal: 'SIGKILL' });
      const isThere = (await readdir(path.dirname(out()))).includes('out');
      if (isThere) {
        expect((await walkFolder(out())).files).toHaveLength(ARTICLES);
        expect(await isMarked()).toBe(true);
        await rm(out(), { recursive: true });
      }
    }
    expect(await run()).toMatchObject({ code: 0 });
    expect((await readdir(path.dirname(out()))).filter((name) => !name.startsWith('.'))).toEqual(['out']);
  }, 300_000);

  it.each(FORMATS)(
    'to %s leaves the old or the new file intact',
    async (to, options) => {
      const file = path.join(site, `${to}.out`);
      const replace = (steps: number) => run(steps, [`${to}.out`, `--to=${to}`, '--force', ...options]);
      const { code, steps = 0 } = await replace(-1);
      expect(code).toBe(0);
      const { size } = await stat(file);
      for (const point of pointsOf(steps).slice(1)) {
        await writeFile(file, 'before');
        expect(await replace(point)).toMatchObject({ signal: 'SIGKILL' });
        // Times of day in some formats change the packed size by a byte or two.
        const left = await readFile(file);
        const isNew = Math.abs(left.length - size) < 64;
        expect(isNew || left.toString() === 'before').toBe(true);
      }
    },
    300_000,
  );
});

describe.runIf(await maySmallDisk())('export to a full disk', () => {
  let folder: string;
  let disk: string;
  let host: TestHost;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-export-full-'));
    disk = path.join(folder, 'disk');
    await mountSmallDisk(disk, 1);
    host = await createExportingHost({});
    const { articles } = host.plugin('knowledge-base');
    for (let index = 0; index < 12; index += 1) {
      const content = randomBytes(100_000).toString('hex');
      await articles.create({ title: `Page ${index}`, content, status: 'publish' }, { user: null, source: 'cli' });
    }
  }, 60_000);
  afterAll(async () => {
    await host.close();
    await unmountDisk(disk);
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['json', false],
    ['wxr', false],
    ['json', true],
    ['markdown', true],
    ['html', true],
    ['markdown', false],
    ['html', false],
  ] as const)('to %s, in an archive: %s, leaves the old target and nothing else', async (to, zip) => {
    const isFolder = !zip && (to === 'markdown' || to === 'html');
    const target = path.join(disk, 'out');
    if (isFolder) await mkdir(target);
    await writeFile(isFolder ? path.join(target, 'mine') : target, 'before');
    await expect(exportFrom(host, { path: target, to, zip, force: true })).rejects.toMatchObject({
      code: 'vendor_kb_export_no_room',
      status: 507,
    });
    expect(await readdir(disk)).toEqual(['out']);
    expect(await readFile(isFolder ? path.join(target, 'mine') : target, 'utf8')).toBe('before');
    await rm(target, { recursive: true });
  });
});
