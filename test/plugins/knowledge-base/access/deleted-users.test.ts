import type { User } from 'mortise';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toRule, withoutPeople } from '../../../../src/plugins/knowledge-base/domain/access/rule.js';
import { type KbHost, openKbHost } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

describe('access rule with removed users', () => {
  const rule = toRule({ mode: 'users', users: [3, 7], listed: true, teaser: 'excerpt', message: 'Ask **Ada**.' });
  if (!rule) throw new Error('no rule');

  it('keeps the other users and all other settings', () => {
    expect(withoutPeople(rule, new Set([7, 9]))).toEqual({ ...rule, users: [3] });
    expect(withoutPeople(rule, new Set([9]))).toEqual(rule);
  });

  it('switches to the mode "nobody" when no user is left', () => {
    const { users: _, ...others } = rule;
    expect(withoutPeople(rule, new Set([3, 7]))).toEqual({ ...others, mode: 'nobody' });
  });
});

describe.each(dialects)('access rules of a deleted user on $name', (dialect) => {
  let kb: KbHost;
  let ada: User;
  let ben: User;
  beforeEach(async () => {
    kb = await openKbHost(dialect);
    ada = await kb.host.createUser('subscriber');
    ben = await kb.host.createUser('subscriber');
  });
  afterEach(() => kb?.close());

  const only = (...people: User[]) => ({ access_rule: { mode: 'users', users: people.map(({ id }) => id) } });
  const ruleOf = async (id: number): Promise<unknown> => {
    const { data } = await kb.call('administrator', 'GET', `/articles/${id}?context=edit`);
    return (data as { access_rule: unknown }).access_rule;
  };
  const status = async (as: User | null, path: string): Promise<number> =>
    (await kb.host.request('GET', `/vendor-kb/v1${path}`, { as })).status;
  const stored = () => kb.host.db.query.selectFrom('kb_access_rules').selectAll().orderBy('id').execute();

  it('keep the other users, on articles as well as categories', async () => {
    const article = await kb.article(only(ada, ben));
    const category = await kb.category({ name: 'Team', ...only(ada, ben) });
    const inside = await kb.article({ categories: [category] });
    const [before] = await stored();
    await kb.host.users.delete(ada.id);
    expect(await stored()).toMatchObject([{ id: before?.id, rule: expect.not.stringContaining(`${ada.id},`) }]);
    expect(await ruleOf(article)).toMatchObject({ mode: 'users', users: [ben.id] });
    for (const id of [article, inside]) {
      const seen = await Promise.all([null, kb.users.subscriber, ben].map((as) => status(as, `/articles/${id}`)));
      expect(seen).toEqual([404, 404, 200]);
    }
    expect(
      JSON.stringify((await kb.call('administrator', 'GET', `/categories/${category}?context=edit`)).data),
    ).toContain(`"users":[${ben.id}]`);
  });

  it('switch to the mode "nobody" when they name no other user', async () => {
    const article = await kb.article(only(ada));
    await kb.host.users.delete(ada.id);
    expect(await ruleOf(article)).toMatchObject({ mode: 'nobody' });
    const seen = await Promise.all([null, kb.users.subscriber, ben].map((as) => status(as, `/articles/${article}`)));
    expect(seen).toEqual([404, 404, 404]);
    expect(await status(kb.users.administrator, `/articles/${article}`)).toBe(200);
  });

  it('may become equal to another rule, whether it was created before or after the deletion', async () => {
    const articles = [await kb.article(only(ada, ben)), await kb.article(only(ben))];
    await kb.host.users.delete(ada.id);
    articles.push(await kb.article(only(ben)));
    for (const id of articles) expect(await status(ben, `/articles/${id}`)).toBe(200);
    await kb.host.users.delete(ben.id);
    for (const id of articles) expect(await ruleOf(id)).toMatchObject({ mode: 'nobody' });
  });

  it('are exported and erased as personal data', async () => {
    await kb.article(only(ada, ben));
    const { privacy } = kb.host;
    const found = await privacy.find(ada.login);
    const exported = await privacy.export(found);
    expect(exported.find(({ name }) => name === 'knowledge-base/access-rules')?.records).toEqual([
      { rule_id: expect.any(Number) },
    ]);
    await privacy.erase(found);
    expect((await stored()).map(({ rule }) => (JSON.parse(rule) as { users: number[] }).users)).toEqual([[ben.id]]);
  });

  it('are repaired by the nightly job for users deleted directly in the database', async () => {
    const article = await kb.article(only(ada, ben));
    const other = await kb.article({ access_rule: { mode: 'logged_in', message: 'Say "users" to me.' } });
    await kb.host.db.query.deleteFrom('user_roles').where('user_id', '=', ada.id).execute();
    await kb.host.db.query.deleteFrom('users').where('id', '=', ada.id).execute();
    await kb.host.schedules.begin('kb_clean_articles');
    // Another schedule runs every minute.
    const cleanups = (await kb.host.work()).filter(({ name }) => name === 'kb_clean_articles');
    expect(cleanups.map(({ status: ended }) => ended)).toEqual(['completed']);
    await expect.poll(() => ruleOf(article)).toMatchObject({ mode: 'users', users: [ben.id] });
    expect(await ruleOf(other)).toMatchObject({ mode: 'logged_in' });
  });
});
