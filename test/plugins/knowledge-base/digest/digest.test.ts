import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOutboxFolder, type Outbox } from '../../../support/outbox.js';

/** Monday at 8:00. */
const MONDAY = new Date('2031-03-03T08:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const days = (count: number): Date => new Date(MONDAY.getTime() + count * DAY);

describe('email digest', () => {
  let host: TestHost;
  let outbox: Outbox;
  let editor: User;
  let author: User;

  beforeEach(async () => {
    outbox = await createOutboxFolder();
    host = await createTestHost({
      plugins: [knowledgeBase()],
      jobs: 'off',
      url: 'https://kb.example.com',
      mail: outbox.url,
      name: 'Acme',
    });
    editor = await host.createUser('editor');
    author = await host.createUser('author');
    await host.createUser('subscriber');
  });
  afterEach(async () => {
    await host.close();
    await outbox.remove();
  });

  async function write(title: string, more: object = {}, as: User = editor): Promise<number> {
    const body = { title, status: 'publish', content: 'Text', ...more };
    const { data, status } = await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    expect(status).toBe(201);
    return (data as { id: number }).id;
  }

  /** Creates feedback on an article with a given date. */
  async function say(articleId: number, message: string, at: Date): Promise<void> {
    const body = { article_id: articleId, type: 'error', message };
    const { data, status } = await host.request('POST', '/vendor-kb/v1/feedback', { as: author, body });
    expect(status).toBe(201);
    const created_at = at.toISOString().replace('T', ' ').slice(0, -1);
    const { id } = data as { id: number };
    await host.db.query.updateTable('kb_feedback').set({ created_at }).where('id', '=', id).execute();
  }

  /** Runs a digest and returns its emails by recipient. */
  async function digest(slot: Date) {
    const before = (await outbox.mails()).length;
    await host.schedules.begin('kb_digest', slot);
    await host.work();
    const mails = (await outbox.mails()).slice(before).filter(({ subject }) => !subject?.includes('New feedback'));
    return new Map(mails.map((mail) => [mail.to?.[0]?.address ?? '', mail]));
  }

  const textTo = async (user: User, slot: Date): Promise<string> => (await digest(slot)).get(user.email)?.text ?? '';

  it('lists for each recipient the new items of the week that they may act on', async () => {
    const own = await write('Tariffs', { review_by: '2031-03-01' }, author);
    await write('Long forgotten', { review_by: '2030-01-31' });
    await say(own, 'The price is wrong.', days(-2));
    await say(own, 'Said long ago.', days(-9));
    const mails = await digest(MONDAY);
    expect([...mails.keys()].toSorted()).toEqual([editor.email, author.email].toSorted());
    const toEditor = mails.get(editor.email);
    expect(toEditor?.subject).toBe('Acme: 2 items need attention');
    expect(toEditor?.text).toContain('The price is wrong.');
    expect(toEditor?.text).toContain('Review due March 1, 2031');
    expect(toEditor?.text).toMatch(/https:\/\/kb\.example\.com\/admin\/kb\/feedback\/\d+/);
    expect(toEditor?.text).not.toContain('Said long ago.');
    expect(toEditor?.text).not.toContain('Long forgotten');
    expect(toEditor?.html).toContain(`href="https://kb.example.com/admin/kb/articles/${own}/edit"`);
    // An author reviews their own articles and moderates nothing.
    expect(mails.get(author.email)?.text).toContain('Tariffs');
    expect(mails.get(author.email)?.text).not.toContain('The price is wrong.');
  });

  it('lists bad ratings of the week and failed searches of at least three visitors', async () => {
    const bad = await write('Bad advice');
    const older = await write('Bad for long');
    for (const [article, at] of [
      [bad, days(-1)],
      [older, days(-20)],
    ] as const) {
      await rate(article, at);
    }
    const { statistics } = host.plugin('knowledge-base');
    const last_at = '2031-02-28 10:00:00.000';
    const row = { searches: 4, zero_results: 4, results: 0, clicks: 0, positions: 0, last_zero_at: last_at };
    for (const [query, visitors] of [
      ['unheard of', 3],
      ['my own number', 2],
    ] as const) {
      await host.db.query
        .insertInto('kb_stats_queries')
        .values({ ...row, day: '2031-02-28', query, query_key: query, locale: 'en', category_id: 0, visitors, last_at })
        .execute();
    }
    await statistics.flush();
    const text = await textTo(editor, MONDAY);
    expect(text).toContain('Bad advice – Rated 1.5 of 5 (ratings: 4)');
    expect(text).not.toContain('Bad for long');
    expect(text).toContain('unheard of – 4 searches');
    expect(text).not.toContain('my own number');
  });

  async function rate(article_id: number, at: Date): Promise<void> {
    const updated_at = at.toISOString().replace('T', ' ').slice(0, -1);
    await host.db.query
      .insertInto('kb_article_figures')
      .values({
        article_id,
        views: 0,
        feedback: 0,
        downloads: 0,
        attachments: 0,
        rating_count: 4,
        rating_sum: 6,
        rating_1: 2,
        rating_2: 2,
        rating_3: 0,
        rating_4: 0,
        rating_5: 0,
        helpful_yes: 0,
        helpful_no: 0,
        score_milli: 0,
        last_viewed_at: null,
      })
      .execute();
    const vote = { article_id, kind: 'value', value: 1, is_held: 0, article_version: 1 };
    await host.db.query
      .insertInto('kb_ratings')
      .values({ ...vote, visitor_key: `v${article_id}`, created_at: updated_at, updated_at })
      .execute();
  }

  it('sends no empty email, and includes everything new in the next digest', async () => {
    const article = await write('Tariffs');
    expect(await digest(MONDAY)).toEqual(new Map());
    await say(article, 'Said on Tuesday.', days(1));
    expect(await textTo(editor, days(7))).toContain('Said on Tuesday.');
    expect(await digest(days(14))).toEqual(new Map());
  });

  it('includes every item once, even if a digest runs twice or late', async () => {
    const article = await write('Tariffs');
    await say(article, 'Said once.', days(-1));
    await say(article, 'Said afterwards.', days(2));
    const mails = await digest(MONDAY);
    expect(mails.get(editor.email)?.text).not.toContain('Said afterwards.');
    expect(await digest(MONDAY)).toEqual(new Map());
    const next = await textTo(editor, days(7));
    expect(next).toContain('Said afterwards.');
    expect(next).not.toContain('Said once.');
  });

  it('omits articles that the recipient may not read', async () => {
    const administrator = await host.createUser('administrator');
    const rule = { mode: 'roles', roles: ['administrator'] };
    const closed = await write('Secret', { access_rule: rule, review_by: '2031-03-01' }, administrator);
    const body = { article_id: closed, type: 'error', message: 'Said of a secret.' };
    await host.request('POST', '/vendor-kb/v1/feedback', { as: administrator, body });
    await host.db.query.updateTable('kb_feedback').set({ created_at: '2031-03-01 10:00:00.000' }).execute();
    const mails = await digest(MONDAY);
    expect([...mails.keys()]).toEqual([administrator.email]);
    expect(mails.get(administrator.email)?.text).toContain('Said of a secret.');
  });

  it('is retried after a mail server failure, and then sent once', async () => {
    const article = await write('Tariffs');
    await say(article, 'Said once.', days(-1));
    await outbox.block();
    expect(await digest(MONDAY)).toEqual(new Map());
    await outbox.unblock();
    await host.db.query.updateTable('jobs').set({ due_at: 0 }).where('name', '=', 'kb_digest_mail').execute();
    await host.work();
    expect((await outbox.mails()).filter(({ text }) => text?.includes('Said once.'))).toHaveLength(1);
  });

  it('is due at the hour and weekday from the settings, and never when it is off', async () => {
    const due = async () => (await host.schedules.list()).find(({ name }) => name === 'kb_digest')?.when;
    expect(await due()).toBe('0 8 * * 1');
    await host.settings.save('knowledge-base', { digestWeekday: 'sunday', digestHour: 17 });
    expect(await due()).toBe('0 17 * * 0');
    await host.settings.save('knowledge-base', { digest: 'daily' });
    expect(await due()).toBe('0 17 * * *');
    await host.settings.save('knowledge-base', { digest: 'off' });
    expect(await due()).toBe('');
    await say(await write('Tariffs'), 'Said once.', days(-1));
    expect(await digest(MONDAY)).toEqual(new Map());
  });

  it('is not sent to an unverified email address', async () => {
    await write('Tariffs', { review_by: '2031-03-01' });
    await host.users.update(editor.id, { email: 'someone@example.com', emailVerified: false });
    expect((await digest(MONDAY)).has('someone@example.com')).toBe(false);
  });

  it('lets plugins change its recipients and sections', async () => {
    const other = await host.createUser('subscriber');
    host.hooks.addFilter('vendor_kb_digest_recipients', (ids) => [...ids, other.id]);
    host.hooks.addFilter('vendor_kb_digest_sections', (sections, user, { until }) => [
      ...sections,
      {
        name: 'acme',
        title: 'From Acme',
        total: 1,
        link: null,
        items: [{ title: `For ${user.login}`, note: until.toISOString(), link: null }],
      },
    ]);
    const mails = await digest(MONDAY);
    expect(mails.size).toBe(3);
    expect(mails.get(other.email)?.text).toContain(`For ${other.login} – ${MONDAY.toISOString()}`);
  });

  it('exports the data of a user and deletes it with the user', async () => {
    await host.submit('/admin/profile/kb-digest', 'save', { language: 'de' }, { as: author });
    const groups = await host.privacy.export({ user: author, email: author.email });
    expect(groups).toContainEqual({
      name: 'knowledge-base/digests',
      label: 'Knowledge base emails',
      records: [{ declined: true, locale: 'de', told_until: null }],
    });
    await host.users.delete(author.id);
    expect(await host.db.query.selectFrom('kb_digest_readers').selectAll().execute()).toEqual([]);
  });

  describe('unsubscribe', () => {
    async function stopLink(user: User): Promise<URL> {
      await say(await write('Tariffs'), 'Said once.', days(-1));
      const header = (await digest(MONDAY)).get(user.email)?.headers.find(({ key }) => key === 'list-unsubscribe');
      expect(header?.value).toMatch(/^<https:\/\/kb\.example\.com\/kb\/-\/digest\?key=[\w.-]+>$/);
      return new URL(header?.value.slice(1, -1) ?? '');
    }

    async function post(link: URL): Promise<Response> {
      // One-click request of an email client (RFC 8058): no cookie, no page opened before.
      const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
      return fetch((await host.listen()) + link.pathname + link.search, { method: 'POST', body, redirect: 'manual' });
    }

    it('works with one request from an email client, without a login', async () => {
      const link = await stopLink(editor);
      expect((await post(link)).status).toBe(200);
      await say(await write('Fees'), 'Said later.', days(1));
      expect(await digest(days(7))).toEqual(new Map());
    });

    it('shows a confirmation page and takes effect only on submit', async () => {
      const link = await stopLink(editor);
      const page = await host.visit(link.pathname + link.search);
      expect(page.status).toBe(200);
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      const text = await page.text();
      expect(text).toContain('Stop receiving the knowledge base digest?');
      expect(text).toContain(`<form method="post" action="https://kb.example.com/kb/-/digest?key=`);
      await say(await write('Fees'), 'Said later.', days(1));
      expect((await digest(days(7))).has(editor.email)).toBe(true);
      expect(await (await post(link)).text()).toContain('You’re unsubscribed.');
      expect(await (await host.visit(link.pathname + link.search)).text()).not.toContain('<form method="post"');
    });

    it('rejects a link with a changed or empty key', async () => {
      const link = await stopLink(editor);
      const key = link.searchParams.get('key') ?? '';
      const [, expires, mac] = key.split('.');
      const ofAuthor = Buffer.from(String(author.id)).toString('base64url');
      for (const wrong of [`${ofAuthor}.${expires}.${mac}`, key.slice(0, -1), '']) {
        const changed = new URL(link);
        changed.searchParams.set('key', wrong);
        expect((await post(changed)).status).toBe(404);
      }
      await say(await write('Fees', { review_by: '2031-03-08' }, author), 'Said later.', days(1));
      expect((await digest(days(7))).size).toBe(2);
    });

    it('is possible in the profile, as is choosing another language', async () => {
      expect(await (await host.visit('/admin/profile', { as: editor })).text()).toContain('/admin/profile/kb-digest');
      const page = await (await host.visit('/admin/profile/kb-digest', { as: editor })).text();
      expect(page).toContain('Sent every Monday at 8:00');
      await host.submit('/admin/profile/kb-digest', 'save', { receive: 1, language: 'de' }, { as: editor });
      await host.submit('/admin/profile/kb-digest', 'save', { language: '' }, { as: author });
      await say(await write('Tariffs', { review_by: '2031-03-01' }, author), 'Said once.', days(-1));
      const mails = await digest(MONDAY);
      expect(mails.get(editor.email)?.subject).toBe('Acme: 2 Einträge zu prüfen');
      expect(mails.has(author.email)).toBe(false);
    });

    it('is hidden from users who cannot receive the digest', async () => {
      const stranger = await host.createUser('subscriber');
      expect((await host.visit('/admin/profile/kb-digest', { as: stranger })).status).toBe(403);
      expect(await (await host.visit('/admin/profile', { as: stranger })).text()).not.toContain('kb-digest');
    });
  });
});
