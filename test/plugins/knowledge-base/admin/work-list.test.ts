import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrowserAgent } from '../../../support/browser-agent.js';

const WORK = '/admin/kb/work';
const LINKS = '/admin/kb/links';
const BROWSER = 'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0';

describe('work list', () => {
  let host: TestHost;
  let site: string;
  let editor: User & { readonly password: string };
  let author: User & { readonly password: string };
  const ids = new Map<string, number>();

  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()], jobs: 'off' });
    site = await host.listen();
    editor = await host.createUser('editor');
    author = await host.createUser('author');
    const administrator = await host.createUser('administrator');
    const closed = { access_rule: { mode: 'roles', roles: ['administrator'] } };
    await write('Old tariffs', { review_by: '2020-01-31', content: '[gone](/kb/not-there)' }, administrator);
    await write('Old secrets', { review_by: '2020-01-31', content: '[gone](/kb/not-there)', ...closed }, administrator);
    await write('Old of mine', { review_by: '2020-02-29' }, author);
    await write('Vouched for', { review_by: '2999-01-01' }, administrator);
    await write('Bad advice', {}, administrator);
    await host.db.query
      .insertInto('kb_article_figures')
      .values({
        ...NOTHING,
        article_id: id('Bad advice'),
        rating_count: 4,
        rating_sum: 6,
        helpful_no: 5,
        helpful_yes: 1,
      })
      .execute();
    for (const about of ['Old tariffs', 'Old secrets']) {
      const body = { article_id: id(about), type: 'error', message: `Wrong in ${about}.` };
      await host.request('POST', '/vendor-kb/v1/feedback', { as: administrator, body });
    }
    const { statistics } = host.plugin('knowledge-base');
    for (const visitor of [1, 2, 3]) {
      statistics.record(
        { kind: 'search', query: 'unheard of', locale: 'en', results: 0, categoryId: 0 },
        { headers: { 'user-agent': BROWSER }, remoteAddress: `10.0.${visitor}.1`, user: null },
      );
    }
    await statistics.flush();
  });
  afterAll(() => host.close());

  const NOTHING = {
    views: 0,
    feedback: 0,
    downloads: 0,
    attachments: 0,
    rating_count: 0,
    rating_sum: 0,
    score_milli: 0,
    rating_1: 0,
    rating_2: 0,
    rating_3: 0,
    rating_4: 0,
    rating_5: 0,
    helpful_yes: 0,
    helpful_no: 0,
    last_viewed_at: null,
  };
  const id = (title: string): number => ids.get(title) ?? 0;

  async function write(title: string, more: object, as: User): Promise<void> {
    const body = { title, status: 'publish', content: 'Text', ...more };
    const { data, status } = await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    expect(status).toBe(201);
    ids.set(title, (data as { id: number }).id);
  }

  async function seen(as: User, path = WORK): Promise<string> {
    const answer = await host.visit(path, { as });
    expect(answer.status).toBe(200);
    return answer.text();
  }

  async function session({ login, password }: typeof editor): Promise<BrowserAgent> {
    const browser = new BrowserAgent(site);
    await browser.logIn(login, password);
    return browser;
  }

  it('lists each type of task with its reason and filters by type', async () => {
    const text = await seen(editor);
    expect(text).toContain('Review due January 31, 2020');
    expect(text).toContain('Rated 1.5 of 5 (ratings: 4). Not helpful: 5 of 6.');
    expect(text).toContain('Wrong in Old tariffs.');
    expect(text).toContain('Searched 3 times in 30 days without results');
    expect(text).toMatch(/\/admin\/kb\/articles\/new\?title=Unheard(?:\+|%20)of/);
    expect(text).not.toContain('Vouched for');
    expect(await seen(editor, `${WORK}?kind=rating`)).not.toContain('Old tariffs');
  });

  it('omits restricted articles, and articles of others for users who may not edit them', async () => {
    expect(await seen(editor)).not.toContain('Old secrets');
    const own = await seen(author);
    expect(own).toContain('Old of mine');
    for (const hidden of ['Old tariffs', 'Bad advice', 'Wrong in', 'unheard of']) expect(own).not.toContain(hidden);
    expect((await host.visit(WORK, { as: await host.createUser('subscriber') })).status).toBe(403);
  });

  it('marks articles as reviewed with a new review date, but only those the user may edit', async () => {
    const browser = await session(author);
    const fields = await browser.hiddenFields(WORK, 'bulk');
    const submitted = { ...fields, bulk: 'reviewed', next: '90' };
    const others = [id('Old tariffs'), id('Old secrets')].map((each) => `stale:${each}`);
    await browser.postForm(WORK, { ...submitted, ids: [`stale:${id('Old of mine')}`, ...others] });
    const { articles } = host.plugin('knowledge-base');
    const mine = await articles.get(id('Old of mine'));
    expect(mine?.reviewedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const days = (Date.parse(String(mine?.reviewBy)) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(89);
    expect(Math.round(days)).toBeLessThanOrEqual(90);
    for (const title of ['Old tariffs', 'Old secrets']) {
      expect((await articles.get(id(title)))?.reviewBy).toBe('2020-01-31');
    }
    expect(await seen(author)).not.toContain('Old of mine');
  });

  it('assigns feedback on readable articles to the user who takes it', async () => {
    const browser = await session(editor);
    const fields = await browser.hiddenFields(WORK, 'bulk');
    const rows = await host.db.query.selectFrom('kb_feedback').select(['id', 'article_id']).execute();
    await browser.postForm(WORK, { ...fields, bulk: 'take', ids: rows.map((row) => `feedback:${row.id}`) });
    const after = await host.db.query.selectFrom('kb_feedback').select(['article_id', 'assigned_to']).execute();
    expect(new Map(after.map((row) => [row.article_id, row.assigned_to]))).toEqual(
      new Map([
        [id('Old tariffs'), editor.id],
        [id('Old secrets'), null],
      ]),
    );
  });

  it('shows its count on the dashboard', async () => {
    const text = await seen(editor, '/admin');
    expect(text).toMatch(/To do<\/h2>\s*<p class="m-value">\d+<\/p>/);
    for (const person of [editor, author, await host.createUser('contributor')]) {
      const waits = /To do<\/h2>\s*<p class="m-value">(\d+)<\/p>/.exec(await seen(person, '/admin'))?.[1];
      const rows = (await seen(person)).match(/<tr role="row">/g) ?? [];
      // One row is the table header, which an empty list does not have.
      expect(Number(waits)).toBe(Math.max(0, rows.length - 1));
    }
    expect(text).toMatch(/Searches without results<\/h2>\s*<p class="m-value">3<\/p>/);
  });

  it('includes broken links after a check started by hand', async () => {
    expect(await seen(editor, LINKS)).toContain('No broken links');
    const browser = await session(editor);
    await browser.postForm(LINKS, { ...(await browser.hiddenFields(LINKS, 'check')), step: 'check' });
    expect(await seen(editor, LINKS)).toContain('Starting the check…');
    await host.work();
    const text = await seen(editor, LINKS);
    expect(text).toContain('/kb/not-there');
    expect(text).toContain('Old tariffs');
    expect(text).not.toContain('Old secrets');
    const edit = `/admin/kb/articles/${id('Old tariffs')}/edit?find=%2Fkb%2Fnot-there`;
    expect(text).toContain(`href="${edit}"`);
    const form = (await host.visit(edit, { as: editor })).headers.get('location') ?? '';
    expect(await seen(editor, form)).toContain('“/kb/not-there” is on line 1.');
    expect(await seen(editor, form.replace('not-there', 'nothing'))).toContain('was not found in the text.');
    expect(await seen(author, LINKS)).not.toContain('Old tariffs');
    expect(await seen(editor)).toContain('Broken links: 1. First: /kb/not-there');
  });
});
