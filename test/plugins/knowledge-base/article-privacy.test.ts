import { sql } from 'kysely';
import type { User } from 'mortise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { png } from '../../core/media/pictures.js';
import { dialects } from '../../support/databases.js';

/** Knowledge base columns that contain user ids. */
const PLACES = [
  ['kb_revisions', 'author_id'],
  ['kb_articles', 'contributors'],
  ['kb_attachments', 'created_by'],
  ['kb_autosaves', 'user_id'],
] as const;

describe.each(dialects)('personal data in articles on $name', (dialect) => {
  let kb: KbHost;
  let ada: User;
  let own: number;
  let others: number;

  beforeEach(async () => {
    kb = await openKbHost(dialect);
    // The id also occurs inside longer numbers, which must not match.
    ada = await kb.host.users.create({
      login: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      roles: ['editor'],
    });
    own = (await as(ada, 'POST', '/articles', { title: "Ada's notes", content: 'On the engine.' })).id;
    others = await kb.article();
    await as(ada, 'PUT', `/articles/${others}`, { content: 'Ada was here.' });
    const { host } = kb;
    const file = await host.media.create(await png(4, 4), { filename: 'a.png', authorId: ada.id });
    await host.plugin('knowledge-base').attachments.add(own, { file, isOwnFile: true, by: ada });
  });
  afterEach(() => kb?.close());

  async function as(user: User, method: string, path: string, body: object): Promise<{ id: number }> {
    const answer = await kb.host.request(method, `/vendor-kb/v1${path}`, { as: user, body });
    expect(answer.status).toBeLessThan(300);
    return answer.data as { id: number };
  }

  /** Tables that still contain the id of the user as a whole number. */
  async function traces(): Promise<string[]> {
    const found: string[] = [];
    for (const [table, column] of PLACES) {
      const { rows } = await sql<{
        value: unknown;
      }>`select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(kb.host.db.query);
      const names = rows.some(({ value }) => new RegExp(`(^|\\D)${ada.id}(\\D|$)`).test(String(value)));
      if (names) found.push(table);
    }
    return found;
  }

  it('is exported without dates in database format', async () => {
    const groups = await kb.host.privacy.export(await kb.host.privacy.find('ada'));
    const mine = groups.filter(({ name }) => name.startsWith('knowledge-base/'));
    expect(Object.fromEntries(mine.map(({ name, records }) => [name, records]))).toEqual({
      'knowledge-base/versions': [
        expect.objectContaining({ article_id: own, version: 1, content: 'On the engine.' }),
        expect.objectContaining({ article_id: others, version: 2, content: 'Ada was here.' }),
      ],
      'knowledge-base/contributions': [{ article_id: others }],
      'knowledge-base/attachments': [expect.objectContaining({ article_id: own })],
    });
    expect(JSON.stringify(mine)).not.toMatch(/\d{4}-\d\d-\d\d \d\d:/);
  });

  it('excludes guests, other users and longer ids that contain the id', async () => {
    const stranger = await kb.host.createUser('editor');
    await kb.host.db.query
      .updateTable('kb_articles')
      .set({ contributors: `[${ada.id}${ada.id}]` })
      .where('id', '=', others)
      .execute();
    for (const who of ['guest@example.com', stranger.login]) {
      const groups = await kb.host.privacy.export(await kb.host.privacy.find(who));
      expect(groups.map(({ name }) => name)).not.toContain('knowledge-base/versions');
    }
    const groups = await kb.host.privacy.export(await kb.host.privacy.find('ada'));
    expect(groups.map(({ name }) => name)).not.toContain('knowledge-base/contributions');
    await kb.host.privacy.erase(await kb.host.privacy.find('ada'));
    const row = await kb.host.db.query
      .selectFrom('kb_articles')
      .select('contributors')
      .where('id', '=', others)
      .executeTakeFirstOrThrow();
    expect(row.contributors).toBe(`[${ada.id}${ada.id}]`);
  });

  it('is counted by a dry run and detached on erasure, while the texts stay', async () => {
    const found = async (options = {}) => {
      const all = await kb.host.privacy.erase(await kb.host.privacy.find('ada'), options);
      return all
        .filter(({ name }) => name.startsWith('knowledge-base/'))
        .map(({ name, count, outcome }) => [name, count, outcome]);
    };
    const expected = [
      ['knowledge-base/versions', 2, 'detached'],
      ['knowledge-base/contributions', 1, 'detached'],
      ['knowledge-base/attachments', 1, 'detached'],
    ];
    expect(await traces()).toEqual(['kb_revisions', 'kb_articles', 'kb_attachments']);
    expect(await found({ dryRun: true })).toEqual(expected);
    expect(await traces()).toEqual(['kb_revisions', 'kb_articles', 'kb_attachments']);
    expect(await found()).toEqual(expected);
    expect(await traces()).toEqual([]);
    expect(await kb.host.plugin('knowledge-base').articles.get(others)).toMatchObject({
      content: 'Ada was here.',
      contributors: [],
    });
  });

  it('is part of the ETag, so that caches drop erased contributors', async () => {
    const ask = () => kb.call('anonymous', 'GET', `/articles/${others}`);
    const before = await ask();
    expect(before).toMatchObject({ data: { contributors: [ada.id] }, headers: { ETag: expect.any(String) } });
    const etag = before.headers.ETag ?? '';
    expect((await ask()).headers.ETag).toBe(etag);
    await kb.host.privacy.erase(await kb.host.privacy.find('ada'));
    const after = await ask();
    expect(after).toMatchObject({ data: { contributors: [] }, headers: { ETag: expect.not.stringMatching(etag) } });
    // Nothing was saved, so editors can continue.
    const version = { 'if-match': etag };
    expect(await kb.call('administrator', 'PUT', `/articles/${others}`, { title: 'New' }, version)).toMatchObject({
      status: 200,
    });
  });

  it('is removed with a deleted account; attachments are reassigned, revisions are not', async () => {
    await kb.host.users.delete(ada.id, { reassignTo: kb.users.editor.id });
    expect(await traces()).toEqual([]);
    const { attachments, revisions } = kb.host.plugin('knowledge-base');
    expect((await attachments.of(own)).map(({ createdBy }) => createdBy)).toEqual([kb.users.editor.id]);
    expect(await revisions.get(own, 1)).toMatchObject({ authorId: 0, content: 'On the engine.' });
  });
});
