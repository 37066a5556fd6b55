import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { append, button, canvas, expectStatus, paragraph, titleOf } from '../browser/opened-editor.js';
import { describeInBrowser, openVisitor, type Visitor } from '../support/browser.js';
import { freePort } from '../support/free-port.js';
import { logIn } from '../support/log-in.js';
import { type ServingSite, serveSite } from '../support/serving-site.js';

const built = (file: string): string => JSON.stringify(pathToFileURL(path.resolve('dist', file)).href);

/** Server that kills itself midway through a save when a file tells it to. */
const CONFIG = `
import { existsSync, rmSync } from 'node:fs';
import { definePlugin, localDefaults } from ${built('index.js')};
import { knowledgeBase } from ${built('plugins.js')};
function dieIf(file) {
  if (!existsSync(file)) return;
  rmSync(file);
  process.kill(process.pid, 'SIGKILL');
}
const deadly = definePlugin({
  name: 'acme-deadly', version: '1.0.0', requires: { 'knowledge-base': '*' },
  setup({ hooks }) {
    hooks.addFilter('vendor_kb_article_data', (data) => (dieIf('before'), data));
    hooks.addAction('vendor_kb_article_saved', () => dieIf('after'));
  },
});
export default { ...localDefaults(), plugins: [knowledgeBase(), deadly] };
`;

vi.setConfig({ testTimeout: 120_000 });

describeInBrowser('editor whose server is killed midway through a save', (browser) => {
  let folder: string;
  let host: TestHost;
  let site: ServingSite;
  let visitor: Visitor;
  let user: Awaited<ReturnType<TestHost['createUser']>>;
  let start: () => Promise<ServingSite>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-killed-'));
    await writeFile(path.join(folder, 'mortise.config.mjs'), CONFIG);
    const database = `sqlite:${path.join(folder, 'site.db')}`;
    host = await createTestHost({ database, plugins: [knowledgeBase()] });
    user = await host.createUser('administrator');
    const port = await freePort();
    start = () => serveSite(folder, { env: { MORTISE_DATABASE_URL: database }, port });
    site = await start();
  });
  beforeEach(async () => {
    // Events that a killed server was delivering would keep those of the next one waiting for half a minute.
    await host.db.query.deleteFrom('outbox').execute();
    visitor = await openVisitor(browser(), site.url, { viewport: { width: 1280, height: 800 } });
  });
  afterEach(() => visitor?.close());
  afterAll(async () => {
    await site?.kill();
    await host?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const write = async (content: string): Promise<number> => {
    const body = { title: 'Marsh birds', content, format: 'blocks' };
    return ((await host.request('POST', '/vendor-kb/v1/articles', { as: user.id, body })).data as { id: number }).id;
  };
  const revisions = async (id: number) =>
    (await host.request('GET', `/vendor-kb/v1/articles/${id}/revisions`, { as: user.id })).data as unknown[];
  async function open(below: string) {
    const { page } = visitor;
    await page.goto(below);
    await logIn(page, user.login, user.password);
    await titleOf(page).waitFor();
    return page;
  }
  /** Makes the server die at the next save. Returns a function that waits for that and starts it again. */
  async function dieAt(moment: 'before' | 'after'): Promise<() => Promise<void>> {
    await writeFile(path.join(folder, moment), '');
    return async () => {
      expect(await site.ended).toBe('SIGKILL');
      expect(existsSync(path.join(folder, moment))).toBe(false);
      site = await start();
    };
  }

  it.each(['before', 'after'] as const)(
    'shows an error when killed %s the write, and one version has all words',
    async (moment) => {
      const id = await write(paragraph('Reeds sway.'));
      const page = await open(`/admin/kb/articles/${id}/edit`);
      await append(page, 'Reeds sway.', ' Softly.');
      const restart = await dieAt(moment);
      await page.keyboard.press('Control+s');
      await page
        .getByRole('alert')
        .filter({ hasText: 'You are offline or the server is unreachable. Your changes are still in this tab.' })
        .waitFor();
      await page.getByText('A copy is saved in this browser. Retrying automatically at').waitFor();
      await append(page, 'Reeds sway. Softly.', ' On.');
      await restart();
      await button(page, 'Retry now').click();
      await expectStatus(page, 'Saved');
      const { data } = await host.request('GET', `/vendor-kb/v1/articles/${id}`, {
        as: user.id,
        query: { context: 'edit' },
      });
      expect(data).toMatchObject({ content: { raw: paragraph('Reeds sway. Softly. On.') } });
      // The text that had arrived is a version of its own, and no conflict.
      expect(await revisions(id)).toHaveLength(moment === 'after' ? 3 : 2);
    },
  );

  it('recognizes its own stored text after a failed retry, without a conflict', async () => {
    const id = await write(paragraph('Reeds sway.'));
    const page = await open(`/admin/kb/articles/${id}/edit`);
    await append(page, 'Reeds sway.', ' Softly.');
    const restart = await dieAt('after');
    await page.keyboard.press('Control+s');
    await button(page, 'Retry now').waitFor();
    await append(page, 'Reeds sway. Softly.', ' On.');
    const inVain = page.waitForEvent('requestfailed');
    await button(page, 'Retry now').click();
    await inVain;
    await button(page, 'Retry now').waitFor();
    await restart();
    await button(page, 'Retry now').click();
    await expectStatus(page, 'Saved');
    expect(await revisions(id)).toHaveLength(3);
  });

  it('stores a new article only once when the answer is lost', async () => {
    const page = await open('/admin/kb/articles/new');
    await titleOf(page).fill('Terns');
    const restart = await dieAt('after');
    await button(page, 'Publish').click();
    await page.getByRole('alert').filter({ hasText: 'You are offline or the server is unreachable.' }).waitFor();
    await restart();
    await button(page, 'Retry now').click();
    await page.getByRole('status').filter({ hasText: 'Published.' }).waitFor();
    const { data } = await host.request('GET', '/vendor-kb/v1/articles', { as: user.id, query: { search: 'Terns' } });
    expect((data as { title: { rendered: string } }[]).map(({ title }) => title.rendered)).toEqual(['Terns']);
  });

  it('offers the text on the next visit when the browser is closed as well', async () => {
    const id = await write(paragraph('Reeds sway.'));
    const page = await open(`/admin/kb/articles/${id}/edit`);
    await append(page, 'Reeds sway.', ' Softly.');
    const restart = await dieAt('before');
    await page.keyboard.press('Control+s');
    await page.getByRole('alert').filter({ hasText: 'You are offline or the server is unreachable.' }).waitFor();
    const next = await page.context().newPage();
    await page.close({ runBeforeUnload: false });
    await restart();
    await next.goto(`/admin/kb/articles/${id}/edit`);
    await button(next, 'Restore').click();
    await canvas(next).getByText('Reeds sway. Softly.').waitFor();
  });
});
