import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { openExport } from '../../../../src/plugins/knowledge-base/content/json/read-export.js';
import type { ArticleRecord, CategoryRecord } from '../../../../src/plugins/knowledge-base/content/json/records.js';
import { NO_COUNTS } from '../../../../src/plugins/knowledge-base/content/json/records.js';
import { EXPORT_SCHEMA } from '../../../../src/plugins/knowledge-base/content/json/schema.js';
import { type JsonPiece, splitJson } from '../../../../src/plugins/knowledge-base/content/json/split-json.js';
import { temporaryFolder } from '../import/temporary-folder.js';

const LIMITS = { length: 1000, depth: 64 };

async function split(text: string, chunk = text.length || 1, limits = LIMITS): Promise<JsonPiece[]> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += chunk) yield text.slice(at, at + chunk);
  }
  const pieces: JsonPiece[] = [];
  for await (const piece of splitJson(chunks(), limits)) pieces.push(piece);
  return pieces;
}

describe('JSON document splitter', () => {
  it('yields members and array elements with their line numbers', async () => {
    expect(await split('{"a": 1,\n"b": [\n{"x": "]}"},\n 2 ],\n"c":{"d":[1]}, "e":[]}')).toEqual([
      { member: 'a', index: null, line: 1, text: '1' },
      { member: 'b', index: 0, line: 3, text: '{"x": "]}"}' },
      { member: 'b', index: 1, line: 4, text: '2' },
      { member: 'c', index: null, line: 5, text: '{"d":[1]}' },
    ]);
  });

  it('agrees with JSON.parse for every layout and chunk size', async () => {
    const value = fc.jsonValue({ maxDepth: 4 });
    const members = fc.dictionary(fc.string(), fc.oneof(fc.array(value), value), { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(
        members,
        fc.constantFrom(0, 2),
        fc.integer({ min: 1, max: 20 }),
        async (document, indent, size) => {
          const rebuilt = new Map<string, unknown>();
          const text = JSON.stringify(document, null, indent);
          for (const piece of await split(text, size, { length: 1e6, depth: 64 })) {
            const parsed: unknown = JSON.parse(piece.text);
            if (piece.index === null) rebuilt.set(piece.member, parsed);
            else rebuilt.set(piece.member, [...((rebuilt.get(piece.member) as unknown[]) ?? []), parsed]);
          }
          const expected = Object.entries(JSON.parse(text) as object).filter(
            ([, each]) => !(Array.isArray(each) && each.length === 0),
          );
          expect([...rebuilt]).toEqual(expected);
        },
      ),
    );
  });

  it('rejects every truncated document', async () => {
    const whole = '{"a":[{"b":"c\\"d"},2],"e":true}';
    for (let end = 0; end < whole.length; end += 1) {
      await expect(split(whole.slice(0, end), 3)).rejects.toMatchObject({
        code: 'vendor_kb_import_invalid',
        status: 422,
      });
    }
  });

  it.each([
    ['[]', 'an object'],
    ['{"a" 1}', 'a colon'],
    ['{"a":1 2}', 'a comma or the end of the document'],
    ['{"a":[1,]}', 'an entry'],
    ['{"a":1,}', 'a member name'],
    ['{"a":1}{', 'the end of the file'],
    ['{"a":1,"a":2}', '"a" is a duplicate'],
    ['{"a":tr"ue"}', 'is not valid JSON'],
    ['{"\\x":1}', 'is not valid JSON'],
  ])('rejects %s', async (text, message) => {
    await expect(split(text)).rejects.toThrow(message);
  });

  it('rejects overlong or too deeply nested values before the document ends', async () => {
    await expect(split(`{"a":["${'x'.repeat(2000)}`, 100)).rejects.toThrow('a[0] exceeds 1000 characters');
    await expect(split(`{"a":[${'['.repeat(100)}`)).rejects.toThrow('a[0] nests more than 64 objects');
  });
});

describe('JSON export reader', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder({});
  });
  const uuid = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
  const seo = { title: '', description: '', canonical: '', noindex: false, og_image: null };
  const category = (changes: Partial<CategoryRecord> = {}) => ({
    uuid: uuid(1),
    parent: null,
    locale: 'en',
    slug: 'a',
    name: 'A',
    description: '',
    order: 0,
    image: null,
    seo: null,
    meta: {},
    access_rule: null,
    ...changes,
  });
  const article = (changes: object = {}): ArticleRecord => ({
    uuid: uuid(9),
    title: 'T',
    excerpt: '',
    content: 'c',
    format: 'markdown',
    author: null,
    contributors: [],
    slug: 't',
    status: 'draft',
    locale: 'en',
    categories: [],
    tags: [],
    order: 0,
    sticky: false,
    seo,
    featured_media: null,
    related: [],
    review_by: null,
    translation_key: null,
    redirects: [],
    meta: {},
    access_rule: null,
    reviewed_at: null,
    trashed_from: null,
    trashed_at: null,
    version: 1,
    parent_revision: null,
    created_at: '2026-01-01T00:00:00.000Z',
    modified_at: '2026-01-01T00:00:00.000Z',
    published_at: null,
    figures: null,
    ...changes,
  });
  const document = (changes: Record<string, unknown> = {}) => {
    const parts = { categories: [] as unknown[], articles: [] as unknown[], revisions: [], redirects: [], ...changes };
    const counts = Object.fromEntries(
      (['categories', 'articles', 'revisions', 'redirects'] as const).map((name) => [name, parts[name].length]),
    );
    const head = { format: 'mortise-kb', version: 1, exported_at: '2026-01-01T00:00:00.000Z' };
    return { ...head, site: { url: 'http://x', locale: 'en' }, counts, ...parts };
  };
  async function read(content: unknown) {
    const file = path.join(folder, 'x.json');
    await writeFile(
      file,
      typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
    );
    return openExport(file);
  }

  it('reads the parts in any order and layout', async () => {
    const { articles, ...others } = document({ categories: [category()], articles: [article()] });
    const opened = await read(`\uFEFF${JSON.stringify({ ...others, articles }, null, 2)}`);
    expect(opened.counts).toEqual({ ...NO_COUNTS, categories: 1, articles: 1 });
    for await (const entry of opened.entries('articles'))
      expect(entry).toEqual({ record: article(), place: 'articles[0]' });
  });

  it.each<[string, unknown, string]>([
    ['something else', { hello: 1 }, '"format" must come first'],
    ['a newer version', { ...document(), version: 2 }, 'Its version is 2'],
    ['an unknown part', document({ x: [1] }), 'has no "x"'],
    ['an unknown member', document({ x: 1 }), 'The document has an unknown member "x"'],
    [
      'wrong counts',
      { ...document({ articles: [article()] }), counts: { categories: 0, articles: 2, revisions: 0, redirects: 0 } },
      'counts.articles is 2',
    ],
    ['a part that is no list', { ...document(), articles: {} }, 'articles must be of type array'],
    ['an entry that is none', document({ articles: [article(), 7] }), 'articles[1] must be object'],
    ['a wrong type', document({ articles: [article({ title: 7 })] }), 'articles[0].title must be string'],
    [
      'a wrong type far inside',
      document({ articles: [article({ tags: ['a', 7] })] }),
      'articles[0].tags[1] must be string',
    ],
    [
      'a state that is none',
      document({ articles: [article({ status: 'x' })] }),
      'articles[0].status must be one of draft',
    ],
    ['a member too many', document({ articles: [article({ id: 7 })] }), 'articles[0] has an unknown member "id"'],
    [
      'a member too few',
      document({ articles: [{ ...article(), slug: undefined }] }),
      "articles[0] must have required property 'slug'",
    ],
    [
      'a date that is none',
      document({ articles: [article({ created_at: '2026-02-30T00:00:00.000Z' })] }),
      'articles[0].created_at must match format',
    ],
    ['a uuid twice', document({ articles: [article(), article()] }), 'articles[1].uuid is a duplicate'],
    [
      'a parent that is not there',
      document({ categories: [category({ parent: uuid(2) })] }),
      'which is not in the file',
    ],
    ['a category below itself', document({ categories: [category({ parent: uuid(1) })] }), 'is its own descendant'],
    [
      'a password without a hash',
      document({
        articles: [
          article({
            access_rule: {
              mode: 'password',
              listed: true,
              teaser: 'none',
              teaser_words: 5,
              message: null,
              redirect_to_login: false,
            },
          }),
        ],
      }),
      "articles[0].access_rule must have required property 'password_hash'",
    ],
    [
      'an unpaired surrogate',
      document({ articles: [article({ title: '\ud800' })] }),
      'articles[0].title has an unpaired surrogate',
    ],
    [
      'a name that changes prototypes',
      JSON.stringify(document({ articles: [article({ meta: { a: { b: 1 } } })] })).replace('"b"', '"__proto__"'),
      'articles[0].meta.a.__proto__ is a forbidden name',
    ],
    ['another encoding', Buffer.from([0x7b, 0xff, 0xfe]), 'not valid UTF-8'],
  ])('rejects %s and reports where', async (_, content, message) => {
    const failed = await read(content).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'vendor_kb_import_invalid', status: 422 });
    expect((failed as Error).message).toContain(message);
  });

  it('rejects a locale that only resembles a language tag', async () => {
    const refused = read(Buffer.from(JSON.stringify(document({ categories: [category({ locale: 'en-a1' })] }))));
    await expect(refused).rejects.toMatchObject({
      code: 'vendor_kb_import_invalid',
      message: expect.stringContaining('locale'),
    });
  });

  it('rejects truncated exports', async () => {
    const whole = JSON.stringify(document({ categories: [category()], articles: [article({ title: 'é' })] }));
    const bytes = Buffer.from(whole);
    for (let end = 0; end < bytes.length; end += 41) {
      await expect(read(bytes.subarray(0, end))).rejects.toMatchObject({ code: 'vendor_kb_import_invalid' });
    }
  });

  it('matches the published JSON schema', async () => {
    const file = new URL('../../../../templates/kb/export.schema.json', import.meta.url);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(EXPORT_SCHEMA)));
  });
});
