import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLinks } from '../../../../src/plugins/knowledge-base/content/link-checks/check-links.js';
import { linksOf } from '../../../../src/plugins/knowledge-base/domain/links/links.js';
import { expectError, type KbHost, openKbHost, type Role } from '../../../conformance/knowledge-base-host.js';
import { dialects } from '../../../support/databases.js';

describe('links in rendered HTML', () => {
  it('are unique and in order, with entities decoded and fragment links dropped', () => {
    const html =
      '<p><a href="/a?x=1&amp;y=2">a</a> <img src="/media/7-x/y.png" alt=""> <a href="#h-top">t</a> <a href="/a?x=1&amp;y=2">b</a></p>';
    expect(linksOf(html)).toEqual(['/a?x=1&y=2', '/media/7-x/y.png']);
  });

  it('are limited to 1,000', () => {
    const html = Array.from({ length: 5000 }, (_, n) => `<a href="/${n}">x</a>`).join('');
    expect(linksOf(html)).toHaveLength(1000);
  });
});

describe.each(dialects)('broken links, on $name', (dialect) => {
  let kb: KbHost;
  beforeAll(async () => {
    kb = await openKbHost(dialect);
  });
  afterAll(() => kb?.close());

  const broken = async (as: Role = 'editor') => {
    const { data } = await kb.call(as, 'GET', '/links/broken?per_page=100');
    return (data as { article: { id: number }; href: string }[]).map(({ article, href }) => [article.id, href]);
  };
  const check = () => checkLinks(kb.host.plugin('knowledge-base'));

  it('are links to pages readers cannot find, as of the last check', async () => {
    const category = await kb.category({ slug: 'guide' });
    await kb.article({ slug: 'there', categories: [category] });
    await kb.article({ slug: 'draft', status: 'draft' });
    const moved = await kb.article({ slug: 'before' });
    await kb.call('editor', 'PUT', `/articles/${moved}`, { slug: 'after' });
    const content = [
      '[ok](/kb/guide/there)',
      '[relative](guide/there)',
      '[category](/kb/guide)',
      '[moved](/kb/before)',
      '[home](/kb)',
      '[elsewhere](https://example.org/nothing)',
      '[other](/shop/nothing)',
      '[place](#here)',
      '[draft](/kb/draft)',
      '[wrong](/kb/guide/nowhere)',
      '![file](/media/99999999-abc/x.png)',
    ].join(' ');
    const id = await kb.article({ slug: 'from', content });
    expect(await broken()).toEqual([]);
    expect(await check()).toEqual({ checked: 10, broken: 3 });
    expect(await broken()).toEqual([
      [id, '/kb/draft'],
      [id, '/kb/guide/nowhere'],
      [id, '/media/99999999-abc/x.png'],
    ]);
    await kb.article({ slug: 'nowhere', categories: [category] });
    await check();
    expect((await broken()).map(([, href]) => href)).toEqual(['/kb/draft', '/media/99999999-abc/x.png']);
    await kb.call('editor', 'PUT', `/articles/${id}`, { content: 'nothing' });
    expect(await broken()).toEqual([]);
    await kb.call('editor', 'PUT', `/articles/${id}`, { content: '[x](/kb/none)' });
    await check();
    await kb.call('editor', 'DELETE', `/articles/${id}?force=true`);
    expect(await kb.host.db.query.selectFrom('kb_links').selectAll().execute()).toEqual([]);
  });

  it('are listed for users who can edit, limited to articles they may read and edit', async () => {
    const content = '[x](/kb/none)';
    const own = await kb.article({ content, status: 'draft' }, 'contributor');
    const theirs = await kb.article({ content });
    const hidden = await kb.article({
      content,
      access_rule: { mode: 'users', users: [kb.users.subscriber.id] },
    });
    await check();
    const ids = async (as: Role) => (await broken(as)).map(([id]) => id);
    expect(await ids('contributor')).toEqual([own]);
    expect(await ids('editor')).toEqual([own, theirs]);
    expect(await ids('administrator')).toEqual([own, theirs, hidden]);
    expectError(await kb.call('subscriber', 'GET', '/links/broken'), 403, 'rest_forbidden');
    expectError(await kb.call('anonymous', 'GET', '/links/broken'), 401, 'rest_forbidden');
  });
});
