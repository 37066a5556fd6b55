import path from 'node:path';
import fc from 'fast-check';
import { HostError } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseImportMap, toImportMap } from '../../../../src/plugins/knowledge-base/content/import/import-map.js';
import { temporaryFolder } from './temporary-folder.js';
import { item, wxr } from './wxr-document.js';

describe('import map', () => {
  let host: TestHost;
  beforeEach(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
  });
  afterEach(() => host.close());
  const kb = () => host.plugin('knowledge-base');

  async function run(map: string, files: Record<string, string>, name = '.') {
    const folder = await temporaryFolder(files);
    const file = path.join(await temporaryFolder({ 'map.yaml': map }), 'map.yaml');
    const { code, stdout, stderr } = await host.command(
      ...['kb', 'import', path.join(folder, name), '--source=book', `--map=${file}`, '--format=json'],
    );
    return { code, stderr, report: code === 0 ? JSON.parse(stdout) : null };
  }

  it('renames and drops keys, and maps articles to existing categories and authors', async () => {
    const { id, login } = await host.createUser('editor');
    const guides = await kb().categories.create({ name: 'Guides' });
    const map = `front_matter: { Nav_Title: title, internal_id: null }\ncategories: { how-to: guides, gone: guides }\nauthors: { jdoe: ${login} }\n`;
    const { report } = await run(map, {
      'how-to/one.md': '---\nnav_title: First\ninternal_id: 7\nauthor: jdoe\nother: x\n---\n[two](deep/two.md)\n',
      'how-to/deep/two.md': '---\ntitle: Two\nnav_title: not this\nauthor: unknown\n---\nTwo.\n',
    });
    expect(report).toMatchObject({ articles: { created: 2 }, links: { resolved: 1 }, problems: [] });
    expect(report.warnings).toEqual([{ key: 'gone', message: expect.stringContaining('the source does not') }]);
    const one = await kb().articles.byPath('en', 'guides/one');
    expect(one).toMatchObject({
      title: 'First',
      authorId: id,
      categoryIds: [guides.id],
      content: '[two](/kb/guides/deep/two)\n',
    });
    expect(one?.meta).toEqual({ front_matter: { author: 'jdoe', other: 'x' } });
    expect(await kb().articles.byPath('en', 'guides/deep/two')).toMatchObject({ title: 'Two', authorId: 0 });
  });

  it('maps types and taxonomies of WordPress', async () => {
    const post = item(
      { title: 'One', guid: 'g', 'wp:post_name': 'one', 'wp:post_type': 'manual', 'content:encoded': '<p>x</p>' },
      '<category domain="shelf" nicename="top">Top</category>',
    );
    const map = '{"types":{"manual":"article"},"taxonomies":{"shelf":"category"}}';
    expect((await run(map, { 'site.xml': wxr(post) }, 'site.xml')).report).toMatchObject({ articles: { created: 1 } });
    expect(await kb().articles.byPath('en', 'book/top/one')).not.toBeNull();
  });

  it.each([
    ['a list', '[1]', 'must be a mapping'],
    ['another member', 'tags: {}', 'it has an unknown part "tags"'],
    ['a key that is not ours', 'front_matter: { a: b }', 'front_matter."a" must be null, or one of title,'],
    ['a category that is not here', 'categories: { a: b }', 'the category "b" does not exist'],
    ['nobody', 'authors: { a: nobody-here }', 'no user has the login "nobody-here"'],
    ['a number for a login', 'authors: { a: 1 }', 'authors."a" must be a login'],
    ['a type of ours', 'types: { a: page }', 'types."a" must be article or attachment'],
    ['no YAML', 'a: [', 'it is not valid YAML or JSON'],
    [
      'a bomb of aliases',
      `a: &a [x]\n${'bcdefghijklmnopqrstuvwxyz'
        .split('')
        .map((name) => `${name}: [*a,*a,*a]`)
        .join('\n')}`,
      'not valid YAML',
    ],
  ])('is rejected with %s before anything is imported', async (_, map, message) => {
    const { code, stderr } = await run(map, { 'one.md': 'One.\n' });
    const expectedError = { code: 'vendor_kb_import_map_invalid', message: expect.stringContaining(message) };
    expect([code, JSON.parse(stderr)]).toMatchObject([2, expectedError]);
    expect(kb().categories.tree().all()).toEqual([]);
  });

  it('has at most 16 kB', () => {
    const withLength = (length: number): string => `authors: {} # ${'x'.repeat(length - 'authors: {} # '.length)}`;
    expect(() => parseImportMap(withLength(16 * 1024))).not.toThrow();
    expect(() => parseImportMap(withLength(16 * 1024 + 1))).toThrow('16384');
  });

  it('is either complete or rejected, for any content', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.dictionary(fc.constantFrom('authors', 'types', 'segments', 'front_matter'), fc.anything()),
        ),
        (value) => {
          try {
            expect(Object.keys(toImportMap(value))).toHaveLength(6);
          } catch (error) {
            expect(error).toMatchObject({ code: 'vendor_kb_import_map_invalid' });
            expect(error).toBeInstanceOf(HostError);
          }
        },
      ),
    );
  });
});
