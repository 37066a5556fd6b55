import path from 'node:path';
import fc from 'fast-check';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { WXR_PROFILE_MAPPINGS } from '../../../../src/plugins/knowledge-base/content/import/wxr/mapping.js';
import { readWxrSource } from '../../../../src/plugins/knowledge-base/content/import/wxr/wxr-source.js';
import { temporaryFolder } from './temporary-folder.js';
import { item, wxr } from './wxr-document.js';

const doc = (id: number, parent: number, text: string, fields: Record<string, string> = {}) =>
  item({
    title: `Doc ${id}`,
    guid: `https://old.example/?p=${id}`,
    link: `https://old.example/docs/d${id}/`,
    'wp:post_id': `${id}`,
    'wp:post_parent': `${parent}`,
    'wp:post_name': `d${id}`,
    'wp:post_type': 'docs',
    'content:encoded': text,
    ...fields,
  });

describe('weDocs import', () => {
  let host: TestHost;
  beforeEach(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
  });
  afterEach(() => host.close());
  const kb = () => host.plugin('knowledge-base');

  async function run(items: string) {
    const folder = await temporaryFolder({ 'site.xml': wxr(items) });
    const options = { path: path.join(folder, 'site.xml'), name: 'old', profile: 'wedocs' } as const;
    return importFrom(kb(), host.hooks, options);
  }
  const paths = () =>
    kb()
      .categories.tree()
      .all()
      .map((category) => category.path)
      .sort();

  it('creates categories for docs with children, and articles for their texts', async () => {
    const items = [
      doc(1, 0, '<p>Welcome</p>', { 'wp:menu_order': '3' }),
      doc(2, 1, '', { 'wp:menu_order': '2', 'excerpt:encoded': 'First steps' }),
      doc(3, 2, '<p><a href="https://old.example/docs/d1/">up</a> <a href="/docs/d2/">section</a></p>', {
        'wp:menu_order': '1',
      }),
      doc(4, 0, '<p>Alone</p>'),
      item({ title: 'News', guid: 'n', 'wp:post_name': 'news', 'content:encoded': 'x' }),
    ];
    const report = await run(items.join(''));
    expect(report).toMatchObject({
      files: 5,
      articles: { created: 3 },
      categories: { created: 1 },
      generatedCategories: { created: 2 },
      problems: [],
      warnings: [],
      listed: [{ type: 'post', title: 'News' }],
      links: { resolved: 2 },
    });
    expect(paths()).toEqual(['old', 'old/d1', 'old/d1/d2']);
    const tree = kb().categories.tree();
    expect(tree.byPath('en', 'old/d1')).toMatchObject({ name: 'Doc 1', order: 3, description: '' });
    expect(tree.byPath('en', 'old/d1/d2')).toMatchObject({ name: 'Doc 2', order: 2, description: 'First steps' });
    expect(await kb().articles.byPath('en', 'old/d1/d1')).toMatchObject({ title: 'Doc 1', content: '<p>Welcome</p>' });
    expect(await kb().articles.byPath('en', 'old/d1/d2/d3')).toMatchObject({
      content: '<p><a href="/kb/old/d1/d1">up</a> <a href="/kb/old/d1/d2">section</a></p>',
    });
    expect(await kb().articles.byPath('en', 'old/d4')).not.toBeNull();
    const again = await run(items.join(''));
    expect(again).toMatchObject({ articles: { unchanged: 3 }, categories: { unchanged: 1 }, edited: [] });
  });

  it('denies access to the docs below a private one', async () => {
    const { warnings } = await run(
      doc(1, 0, '<p>Secret</p>', { 'wp:status': 'private' }) + doc(2, 1, '<p>Below</p>') + doc(3, 0, '<p>Open</p>'),
    );
    expect(warnings).toEqual([{ key: 'post:1/', message: expect.stringContaining('restricted too') }]);
    const isOpen = async (at: string) => {
      const found = await kb().articles.byPath('en', at);
      return found && kb().vendor_kb_can_access(found.id, null);
    };
    expect(await isOpen('old/d1/d1')).toBe(false);
    expect(await isOpen('old/d1/d2')).toBe(false);
    expect(await isOpen('old/d3')).toBe(true);
  });

  it('handles cycles, missing parents and chains that are too deep', async () => {
    const chain = Array.from({ length: 40 }, (_, index) => doc(100 + index, index === 0 ? 0 : 99 + index, 'x'));
    const report = await run(doc(1, 2, 'x') + doc(2, 1, 'x') + doc(3, 3, 'x') + doc(4, 77, 'x') + chain.join(''));
    expect(report).toMatchObject({ files: 44, articles: { created: 44 }, problems: [] });
    expect(paths()).toEqual(expect.arrayContaining(['old/d1', 'old/d1/d2', 'old/d3']));
    expect(await kb().articles.byPath('en', 'old/d4')).not.toBeNull();
  });

  it('reads every doc once and after its parent, for any hierarchy', async () => {
    const one = fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      parent: fc.integer({ min: 0, max: 9 }),
      text: fc.constantFrom('', 'x'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { maxLength: 20 }), async (docs) => {
        const items = docs.map(({ id, parent, text }) => doc(id, parent, text)).join('');
        const folder = await temporaryFolder({ 'site.xml': wxr(items) });
        const source = await readWxrSource(path.join(folder, 'site.xml'), {
          name: 'old',
          siteLocale: 'en',
          mapping: WXR_PROFILE_MAPPINGS.wedocs,
        });
        await source.close?.();
        expect(source.items.filter(({ generated }) => !generated)).toHaveLength(docs.length);
        const seen = new Set<string | null>([null]);
        for (const { key, parentKey } of source.items) {
          expect(seen.has(parentKey)).toBe(true);
          seen.add(key);
        }
        expect(seen.size).toBe(source.items.length + 1);
      }),
      { numRuns: 50 },
    );
  });
});
