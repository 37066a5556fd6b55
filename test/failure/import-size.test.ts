import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item, wxr } from '../plugins/knowledge-base/import/wxr-document.js';
import { mortise } from '../support/command-line.js';
import { shortOrFull } from '../support/kill-loop.js';

const MEGABYTE = 1024 * 1024;
const WXR_MEGABYTES = shortOrFull(80, 200);
/** A megabyte each. */
const POSTS = WXR_MEGABYTES + 10;
const JSON_MEGABYTES = shortOrFull(48, 200);
/** Prints the peak memory of the process in kilobytes on exit. */
const WITNESS = `data:text/javascript,${encodeURIComponent("process.on('exit', () => process.stderr.write('maxRSS=' + process.resourceUsage().maxRSS))")}`;

describe(`import of a WordPress export of ${WXR_MEGABYTES} MB`, () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-size-'));
    const [head = '', tail = ''] = wxr('HERE').split('HERE');
    const text = `<p><a href="/post-1/">One</a> ${'and many words. '.repeat(MEGABYTE / 16)}</p>`;
    const parts = function* () {
      yield head;
      for (let post = 0; post < POSTS; post += 1) {
        const link = `https://old.example/post-${post}/`;
        yield item({
          title: `Post ${post}`,
          link,
          guid: link,
          'wp:post_name': `post-${post}`,
          'content:encoded': text,
        });
      }
      yield tail;
    };
    await pipeline(Readable.from(parts()), createWriteStream(path.join(folder, 'large.xml')));
    await writeFile(path.join(folder, 'small.xml'), wxr(item({ title: 'One', 'content:encoded': 'x' })));
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('uses far less memory than the size of the file', async () => {
    expect((await stat(path.join(folder, 'large.xml'))).size).toBeGreaterThan(WXR_MEGABYTES * MEGABYTE);
    const small = await measured(folder, 'small.xml', '--dry-run');
    const large = await measured(folder, 'large.xml', '--dry-run');
    expect(large.report).toMatchObject({ files: POSTS, articles: { created: POSTS }, problems: [] });
    expect(large.bytes - small.bytes).toBeLessThan(0.75 * WXR_MEGABYTES * MEGABYTE);
  }, 300_000);
});

describe(`import of ${JSON_MEGABYTES} MB of JSON`, () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-size-'));
    await writeExport('large.json', JSON_MEGABYTES);
    await writeExport('small.json', 1);
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function writeExport(file: string, articles: number): Promise<void> {
    const time = '2026-01-01T00:00:00.000Z';
    const counts = { categories: 0, articles, revisions: 0, redirects: 0 };
    const parts = function* () {
      yield `{"format":"mortise-kb","version":1,"exported_at":"${time}","site":{"url":"https://old.example","locale":"en"},`;
      yield '"categories":[],"revisions":[],"redirects":[],"articles":[';
      for (let index = 0; index < articles; index += 1) yield `${index === 0 ? '' : ','}\n${articleOf(index, time)}`;
      yield `],"counts":${JSON.stringify(counts)}}`;
    };
    await pipeline(Readable.from(parts()), createWriteStream(path.join(folder, file)));
  }

  it('uses no more memory than one of its articles needs', async () => {
    const small = await measured(folder, 'small.json', '--dry-run');
    const large = await measured(folder, 'large.json', '--dry-run');
    expect(large.report).toMatchObject({ articles: { created: JSON_MEGABYTES }, problems: [] });
    expect(large.bytes - small.bytes).toBeLessThan(32 * MEGABYTE);
  }, 300_000);
});

function articleOf(index: number, time: string): string {
  const unrestricted = { author: null, contributors: [], access_rule: null, figures: null };
  const seo = { title: '', description: '', canonical: '', noindex: false, og_image: null };
  const place = { slug: `article-${index}`, status: 'draft', locale: 'en', categories: [], tags: [], order: 0 };
  return JSON.stringify({
    uuid: randomUUID(),
    title: `Article ${index}`,
    excerpt: '',
    content: 'and many words. '.repeat(MEGABYTE / 16),
    format: 'markdown',
    ...unrestricted,
    ...place,
    sticky: false,
    seo,
    featured_media: null,
    related: [],
    review_by: null,
    translation_key: null,
    redirects: [],
    meta: {},
    reviewed_at: null,
    trashed_from: null,
    trashed_at: null,
    version: 1,
    parent_revision: null,
    created_at: time,
    modified_at: time,
    published_at: null,
  });
}

/** Runs an import in its own process. Returns its report and its peak memory in bytes. */
async function measured(folder: string, file: string, ...options: string[]) {
  const { code, stdout, stderr } = await mortise(['kb', 'import', file, ...options, '--format=json', '--no-progress'], {
    cwd: folder,
    env: {
      MORTISE_DATABASE_URL: `sqlite:${folder}/site.db`,
      MORTISE_SECRET: 'a secret for tests, long enough to be accepted',
      // Without a limit, Node would take the available memory before it collects garbage.
      NODE_OPTIONS: `--max-old-space-size=96 --import=${WITNESS}`,
    },
    onStart: () => undefined,
  });
  expect(code).toBe(0);
  return { report: JSON.parse(stdout), bytes: Number(/maxRSS=(\d+)/.exec(stderr)?.[1]) * 1024 };
}
