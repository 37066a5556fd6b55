import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { watermark } from 'mortise/plugins';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMediaSite } from '../core/media/media-site.js';
import { noise } from '../core/media/pictures.js';

const run = promisify(execFile);
const GUIDE = 'examples/demo-site/content/watermark/scripting.md';

const hasTools = await run('bash', ['-c', 'curl --version && jq --version']).then(
  () => true,
  () => false,
);

/** Follows the guide with third-party clients. */
describe.skipIf(!hasTools && !process.env.CI)('commands of the watermark scripting guide', () => {
  let site: Awaited<ReturnType<typeof openMediaSite>>;
  let preamble: string;
  beforeEach(async () => {
    site = await openMediaSite({ plugins: [watermark()] });
    const { host } = site;
    const { id, login } = await host.createUser('administrator');
    const { password } = await host.applicationPasswords.create(id, { name: 'Script' });
    preamble = `API='${await host.listen()}/api/vendor-cms-watermark/v1'\nAUTH='${login}:${password}'`;
    // The guide refers to file 7 and post 3.
    for (let count = 1; count <= 7; count += 1) {
      await host.media.create(await noise('jpeg', 240), { filename: `${count}.jpg` });
    }
    for (let count = 1; count <= 3; count += 1) {
      const note = { type: 'acme-note', slug: `note-${count}`, title: 'Note', locale: 'en' };
      await host.content.posts.create({ ...note, status: 'publish', authorId: id });
    }
  });
  afterEach(() => site.close());

  it('run in order', async () => {
    const guide = await readFile(GUIDE, 'utf8');
    const blocks = [...guide.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const overRest = blocks.filter((block) => block.includes('curl'));
    expect(overRest.length).toBeGreaterThan(3);
    const script = overRest.map((block) => block.replace(/^API=.*\nAUTH=.*$/m, preamble)).join('\n');
    const { stdout } = await run('bash', ['-eu', '-o', 'pipefail', '-c', script], {
      cwd: site.folder,
      timeout: 60_000,
    });
    expect(stdout).not.toMatch(/"code":"rest_(?!.*conflict)/);
    expect(stdout).toContain('{"processed":');
    const picture = await readFile(path.join(site.folder, 'preview.webp'));
    expect(picture.subarray(8, 12).toString()).toBe('WEBP');
  });
});
