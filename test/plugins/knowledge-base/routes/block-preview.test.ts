import { definePlugin } from 'mortise';
import { defineBlock } from 'mortise/blocks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, type KbHost, openKbHost, type Role } from '../../../conformance/knowledge-base-host.js';
import { SQLITE } from '../../../support/databases.js';

const RELATED = 'vendor-kb/related-articles';

/** Block of another plugin. */
const soup = defineBlock({
  metadata: {
    name: 'acme/soup',
    title: 'Soup',
    attributes: { bowls: { type: 'integer', minimum: 1, default: 2 }, note: { type: 'string', default: '' } },
  },
  load: async (blocks) => blocks.map(({ attributes }) => attributes.bowls),
  render: ({ attributes: { note } }, bowls, { user, context }) =>
    `<p class="wp-block-soup">${bowls} for ${user?.login} in ${context.postId ?? 'nothing'}: ${note}</p>`,
});

const soups = definePlugin({ name: 'acme-soups', version: '1.0.0', setup: ({ blocks }) => blocks.register(soup) });

describe('block preview', () => {
  let kb: KbHost;
  let category: number;
  let ownDraft: number;
  const ids: Record<string, number> = {};
  beforeAll(async () => {
    kb = await openKbHost(SQLITE, [soups]);
    category = await kb.category({ name: 'Soups' });
    const fields = { tags: ['soup'], categories: [category] };
    ids.open = await kb.article({ title: 'Open soup', ...fields });
    ids.staff = await kb.article({ title: 'Staff soup', ...fields, access_rule: { mode: 'roles', roles: ['editor'] } });
    ids.draft = await kb.article({ title: 'Unfinished soup', status: 'draft', ...fields }, 'editor');
    ownDraft = await kb.article({ title: 'My soup', status: 'draft', ...fields }, 'author');
  });
  afterAll(() => kb?.close());

  const ask = (as: Role, body: object) => kb.call(as, 'POST', '/blocks/preview', body);
  async function html(as: Role, body: object): Promise<string> {
    const answer = await ask(as, body);
    expect(answer).toMatchObject({ status: 200, data: { html: expect.any(String) } });
    return (answer.data as { html: string }).html;
  }
  const byHand = () => ({ by: 'manual', ids: [ids.open, ids.staff, ids.draft], count: 10, excludeCurrent: false });

  it('shows only published articles the caller may read', async () => {
    const author = await html('author', { name: RELATED, attributes: byHand() });
    expect(author).toContain('>Open soup</a>');
    expect(author).not.toContain('Staff soup');
    expect(author).not.toContain('Unfinished soup');
    const editor = await html('editor', { name: RELATED, attributes: byHand() });
    expect(editor).toContain('>Staff soup</a>');
    expect(editor).not.toContain('Unfinished soup');
    const list = await html('author', { name: 'vendor-kb/category-posts', attributes: { category, showCount: true } });
    expect(list).toContain('(1)');
    expect(list).not.toContain('Staff soup');
  });

  it('uses the article that contains the block', async () => {
    expect(await html('author', { name: RELATED, article: ownDraft })).toContain('>Open soup</a>');
    expect(await html('author', { name: 'vendor-kb/category-posts', article: ownDraft })).toContain('>Soups');
    expect(await html('author', { name: RELATED, article: null })).toBe('');
    expect(await html('author', { name: RELATED, locale: 'de', attributes: byHand() })).toContain('Verwandte Artikel');
  });

  it('requires permission to write, and to edit the given article', async () => {
    expectError(await ask('anonymous', { name: RELATED }), 401, 'rest_forbidden');
    expectError(await ask('subscriber', { name: RELATED }), 403, 'rest_forbidden');
    expectError(await ask('author', { name: RELATED, article: ids.open }), 403, 'rest_forbidden');
    // Articles that a caller may not read answer like missing ones.
    for (const article of [ids.staff, ids.draft, 999_999]) {
      expectError(await ask('author', { name: RELATED, article }), 404, 'vendor_kb_article_not_found');
    }
  });

  it('works for blocks of other plugins with the permissions of the caller', async () => {
    expect(await html('author', { name: 'acme/soup', attributes: { bowls: 3 }, article: ownDraft })).toBe(
      `<p class="wp-block-soup">3 for ${kb.users.author.login} in ${ownDraft}: </p>`,
    );
  });

  it('renders static blocks from their stored content', async () => {
    const content = '<pre class="wp-block-vendor-kb-markdown">Some **soup** &amp; bread</pre>';
    expect(await html('author', { name: 'vendor-kb/markdown', content })).toBe(
      '<p>Some <strong>soup</strong> &amp; bread</p>\n',
    );
    // An accordion item is only allowed in an accordion, but can be previewed on its own.
    const question = '<details><summary class="kb-faq-q">Why?</summary><div class="kb-faq-a">So.</div></details>';
    expect(await html('author', { name: 'vendor-kb/accordion-item', content: question })).toContain('Why?');
  });

  it('rejects unknown and missing block names', async () => {
    for (const name of ['acme/unknown', '', '__proto__', 'constructor', '--><script>', 'vendor-kb/related-articles ']) {
      expectError(await ask('author', { name }), 404, 'vendor_kb_block_not_found');
    }
    expectError(await ask('author', {}), 400, 'rest_missing_callback_param');
  });

  it('rejects invalid attributes', async () => {
    for (const attributes of [{ count: 11 }, { count: '3' }, { by: 'magic' }, { ids: ['1'] }, { title: 7 }]) {
      const answer = await ask('author', { name: RELATED, attributes });
      expectError(answer, 400, 'vendor_kb_blocks_invalid');
      const details = { block: RELATED, attribute: Object.keys(attributes)[0] };
      expect(answer.data).toMatchObject({ data: { details } });
    }
    expectError(await ask('author', { name: RELATED, attributes: [1] }), 400, 'rest_invalid_param');
  });

  it('removes scripts from hostile attributes and markup', async () => {
    const hostile = '--><script>alert(1)</script><img src=x onerror=alert(1)><!-- wp:html -->"\\" </script>';
    for (const body of [
      { name: 'acme/soup', attributes: { note: hostile, [hostile]: hostile } },
      { name: RELATED, attributes: { ...byHand(), title: hostile, emptyText: hostile } },
      { name: 'vendor-kb/accordion', content: hostile, attributes: { anchor: hostile } },
      { name: 'core/html', content: hostile },
      { name: 'core/embed', attributes: { url: `javascript:${hostile}` }, content: hostile },
    ]) {
      const preview = await html('author', body);
      expect(preview).not.toMatch(/<script|<img[^>]*onerror|javascript:/i);
    }
  });

  it('survives deeply nested and very long attributes', async () => {
    const deep = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`) as unknown;
    expect((await ask('author', { name: 'acme/soup', attributes: { deep } })).status).toBeLessThan(500);
    const long = await ask('author', { name: 'acme/soup', attributes: { note: 'x'.repeat(1_900_000) } });
    expect(long.status).toBeLessThan(500);
  });

  it('stores nothing', async () => {
    const before = await kb.call('author', 'GET', `/articles/${ownDraft}?context=edit`);
    await html('author', { name: RELATED, article: ownDraft });
    const after = await kb.call('author', 'GET', `/articles/${ownDraft}?context=edit`);
    expect(after.data).toEqual(before.data);
  });
});
