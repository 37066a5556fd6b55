import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectError, type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';

describe.each(dialects)('the right to change an article on $name', (dialect) => {
  let kb: KbHost;
  beforeEach(async () => {
    kb = await openKbHost(dialect);
  });
  afterEach(() => kb?.close());

  /** Has the editor publish the article between the moment a request was let in and the moment it changes something. */
  function publishedMeanwhile(id: number): void {
    const { articles } = kb.host.plugin('knowledge-base');
    let isDone = false;
    kb.host.hooks.addFilter('vendor_kb_article_data', async (input, { user, source }) => {
      if (isDone || user?.id !== kb.users.contributor.id) return input;
      isDone = true;
      await articles.update(id, { status: 'publish' }, { user: kb.users.editor, source });
      return input;
    });
  }

  it('is asked again of what a save finds: nothing slips into an article that was published meanwhile', async () => {
    const id = await kb.article({ status: 'pending', content: 'Seen by an editor.' }, 'contributor');
    publishedMeanwhile(id);
    expectError(await kb.call('contributor', 'PUT', `/articles/${id}`, { content: 'Buy now!' }), 403, 'rest_forbidden');
    expect(await kb.host.plugin('knowledge-base').articles.get(id)).toMatchObject({
      ...{ status: 'publish', version: 2, content: 'Seen by an editor.' },
    });
  });

  it('is asked again before a version is restored', async () => {
    const id = await kb.article({ status: 'draft', content: 'Buy now!' }, 'contributor');
    await kb.call('contributor', 'PUT', `/articles/${id}`, { content: 'Fit to be seen.', status: 'pending' });
    publishedMeanwhile(id);
    expectError(await kb.call('contributor', 'POST', `/articles/${id}/revisions/1/restore`, {}), 403, 'rest_forbidden');
    expect(await kb.host.plugin('knowledge-base').articles.get(id)).toMatchObject({ content: 'Fit to be seen.' });
  });

  it('is there for who may publish, and for one who writes while nobody else does', async () => {
    const id = await kb.article({ status: 'pending' }, 'contributor');
    publishedMeanwhile(id);
    // Drafts of others answer like missing articles.
    expect((await kb.call('author', 'PUT', `/articles/${id}`, { content: 'x' })).status).toBe(404);
    expect((await kb.call('editor', 'PUT', `/articles/${id}`, { content: 'x' })).status).toBe(200);
    const own = await kb.article({ status: 'draft' }, 'contributor');
    expect((await kb.call('contributor', 'PUT', `/articles/${own}`, { content: 'x' })).status).toBe(200);
  });

  it('takes two who throw the same article away at once for one', async () => {
    const id = await kb.article();
    const answers = await Promise.all(
      ['editor', 'administrator'].map((role) => kb.call(role as 'editor', 'DELETE', `/articles/${id}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});
