import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { item, wxr } from '../plugins/knowledge-base/import/wxr-document.js';
import { mortise } from '../support/command-line.js';

const MEGABYTE = 1024 * 1024;
const POSTS = 210;
/** Says at its end how much memory the process had at most, in kilobytes. */
const WITNESS = `data:text/javascript,${encodeURIComponent("process.on('exit', () => process.stderr.write('maxRSS=' + process.resourceUsage().maxRSS))")}`;

describe('an import of a WordPress export of 200 MB', () => {
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

  async function dryRun(file: string) {
    const { code, stdout, stderr } = await mortise(
      ['kb', 'import', file, '--dry-run', '--format=json', '--no-progress'],
      {
        cwd: folder,
        env: {
          DATABASE_URL: `sqlite:${folder}/site.db`,
          MORTISE_SECRET: 'a secret for tests, long enough to be accepted',
          // Without a limit it would take what the machine has before it tidies up.
          NODE_OPTIONS: `--max-old-space-size=96 --import=${WITNESS}`,
        },
        // In a process of its own, whose memory is nobody else's.
        onStart: () => undefined,
      },
    );
    expect(code).toBe(0);
    return { report: JSON.parse(stdout), bytes: Number(/maxRSS=(\d+)/.exec(stderr)?.[1]) * 1024 };
  }

  it('takes far less memory than the file has bytes', async () => {
    expect((await stat(path.join(folder, 'large.xml'))).size).toBeGreaterThan(200 * MEGABYTE);
    const small = await dryRun('small.xml');
    const large = await dryRun('large.xml');
    expect(large.report).toMatchObject({ files: POSTS, articles: { created: POSTS }, problems: [] });
    expect(large.bytes - small.bytes).toBeLessThan(150 * MEGABYTE);
  }, 300_000);
});
