import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectError, type KbHost, openKbHost } from '../../conformance/knowledge-base-host.js';
import { dialects } from '../../support/databases.js';

describe.each(dialects)('permission to change an article on $name', (dialect) => {
  let kb: KbHost;
  beforeEach(async () => {
    kb = await openKbHost(dialect);
  });
  afterEach(() => kb?.close());

  /** Publishes the article as the editor between the permission check and the change of a request. */
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

  it('is checked again on save, so that an article published since stays unchanged', async () => {
    const id = await kb.article({ status: 'pending', content: 'Seen by an editor.' }, 'contributor');
    publishedMeanwhile(id);
    expectError(await kb.call('contributor', 'PUT', `/articles/${id}`, { content: 'Buy now!' }), 403, 'rest_forbidden');
    expect(await kb.host.plugin('knowledge-base').articles.get(id)).toMatchObject({
      status: 'publish',
      version: 2,
      content: 'Seen by an editor.',
    });
  });

  it('is checked again before a version is restored', async () => {
    const id = await kb.article({ status: 'draft', content: 'Buy now!' }, 'contributor');
    await kb.call('contributor', 'PUT', `/articles/${id}`, { content: 'Fit to be seen.', status: 'pending' });
    publishedMeanwhile(id);
    expectError(await kb.call('contributor', 'POST', `/articles/${id}/revisions/1/restore`, {}), 403, 'rest_forbidden');
    expect(await kb.host.plugin('knowledge-base').articles.get(id)).toMatchObject({ content: 'Fit to be seen.' });
  });

  it('is granted to editors, and to contributors for their own drafts', async () => {
    const id = await kb.article({ status: 'pending' }, 'contributor');
    publishedMeanwhile(id);
    // Drafts of other users answer like missing articles.
    expect((await kb.call('author', 'PUT', `/articles/${id}`, { content: 'x' })).status).toBe(404);
    expect((await kb.call('editor', 'PUT', `/articles/${id}`, { content: 'x' })).status).toBe(200);
    const own = await kb.article({ status: 'draft' }, 'contributor');
    expect((await kb.call('contributor', 'PUT', `/articles/${own}`, { content: 'x' })).status).toBe(200);
  });

  it('allows one of two concurrent deletions and returns 404 for the other', async () => {
    const id = await kb.article();
    const answers = await Promise.all(
      ['editor', 'administrator'].map((role) => kb.call(role as 'editor', 'DELETE', `/articles/${id}`)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });
});
