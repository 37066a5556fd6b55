import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { TestHost } from 'mortise/testing';
import { SaxesParser } from 'saxes';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asRead, cdata, xmlJson, xmlText } from '../../../../src/plugins/knowledge-base/content/export/wxr/xml.js';
import { importFrom } from '../../../../src/plugins/knowledge-base/content/import/import-from.js';
import { type AccessRuleInput, toRule } from '../../../../src/plugins/knowledge-base/domain/access/rule.js';
import { describeInBrowser } from '../../../support/browser.js';
import { createExportingHost, exportFrom } from '../../../support/knowledge-base-export.js';

const actor = { user: null, source: 'rest' } as const;

describe('WXR export', () => {
  let folder: string;
  let hosts: TestHost[];
  beforeEach(async () => {
    hosts = [];
    folder = await mkdtemp(path.join(tmpdir(), 'mortise-wxr-'));
  });
  afterEach(async () => {
    for (const host of hosts) await host.close();
    await rm(folder, { recursive: true, force: true });
  });
  async function start(): Promise<TestHost> {
    const host = await createExportingHost({ url: 'https://docs.example.com' });
    hosts.push(host);
    return host;
  }
  const file = () => path.join(folder, 'all.xml');

  it('preserves values that XML or WordPress cannot express', async () => {
    const first = await start();
    const kb = first.plugin('knowledge-base');
    const rule = async (input: AccessRuleInput, hash?: string) => kb.access.rules.keep(toRule(input, hash) ?? raise());
    const closed = await rule({ mode: 'roles', roles: ['editor'], message: 'Join!' });
    const locked = await rule({ mode: 'password' }, await kb.hashPassword('hush'));
    const top = await kb.categories.create({ name: 'A & <b>', description: 'See [one](/kb/a-b/one).', order: 3 });
    const inner = await kb.categories.create({ name: 'Inner', parentId: top.id, ruleId: closed });
    const other = await kb.categories.create({ name: 'Other' });
    await kb.categories.create({ name: 'Inner', parentId: other.id });
    const date = new Date('2026-01-02T03:04:05Z');
    const dates = { createdAt: date, publishedAt: date, modifiedAt: new Date('2026-02-02T00:00:00Z') };
    const later = {
      ...dates,
      publishedAt: new Date('2036-01-01T00:00:00Z'),
      createdAt: new Date('2036-01-01T00:00:00Z'),
    };
    const hostile = 'a ]]> b \u0001\uFFFE c\r\nd <!-- wp:x --> &amp; \u{1F600} \uD800';
    const articles = [
      {
        title: 'One  &  <two>',
        slug: 'one',
        content: `${hostile}\n\n[two](/kb/a-b/inner/two)`,
        status: 'publish',
        excerpt: '5 < 6',
      },
      { title: 'Two', content: hostile, contentFormat: 'html', categoryIds: [inner.id, top.id], status: 'publish' },
      { title: 'Locked', status: 'publish', ruleId: locked },
      { title: 'Archived', status: 'archived', tags: ['C', 'C++', 'C#'], sticky: true, menuOrder: -4 },
      { title: 'Draft', status: 'draft', meta: { front_matter: { level: 2, deep: { a: [1] } } } },
      { title: 'Pending', status: 'pending', locale: 'de', searchAliases: ['waiting', 'a & b'] },
      { title: '日本', slug: '日本', status: 'publish', locale: 'de' },
    ] as const;
    for (const input of articles)
      await kb.articles.create(
        { categoryIds: input.title === 'One  &  <two>' ? [top.id] : [], ...dates, ...input },
        { ...actor, source: 'import' },
      );
    await kb.articles.create({ title: 'Later', status: 'future', ...later }, { ...actor, source: 'import' });

    const report = await exportFrom(first, { path: file(), to: 'wxr' });
    expect(report).toMatchObject({ articles: 8, categories: 4 });
    expect(report.warnings.map(({ path: slug }) => slug).sort()).toEqual(['archived', 'locked', 'locked', 'two']);
    const xml = await readFile(file(), 'utf8');
    expect(xml).not.toContain('hush');
    expect(statesIn(xml)).toMatchObject({
      Two: 'private',
      Locked: 'private',
      Archived: 'draft',
      Later: 'future',
      Draft: 'draft',
    });

    const second = await start();
    const { problems } = await importFrom(second.plugin('knowledge-base'), second.hooks, { path: file(), name: 'all' });
    expect(problems).toEqual([]);
    const found = await stateOf(second, 'all/');
    expect(found).toEqual(await stateOf(first, ''));
    const ruled = await second.plugin('knowledge-base').articles.byPath('en', 'all/locked');
    expect(second.plugin('knowledge-base').access.rules.get(ruled?.ruleId ?? null)).toMatchObject({ mode: 'nobody' });
    const inside = second.plugin('knowledge-base').categories.tree().byPath('en', 'all/a-b/inner');
    expect(second.plugin('knowledge-base').access.rules.ofCategory(inside?.id ?? 0)).toMatchObject({
      mode: 'roles',
      roles: ['editor'],
      message: 'Join!',
    });
  });

  describeInBrowser('in the strict parser of a browser', (browser) => {
    it('is well-formed XML', async () => {
      const host = await start();
      const content = 'a ]]> b \u001f\u007f <x> &nope; \uFFFF\uD800';
      await host
        .plugin('knowledge-base')
        .articles.create({ title: content.slice(0, 20), content, excerpt: content }, actor);
      await exportFrom(host, { path: file(), to: 'wxr' });
      const page = await browser().newPage();
      const names = await page.evaluate(
        (text) => {
          const parsed = new DOMParser().parseFromString(text, 'application/xml');
          return [...parsed.querySelectorAll('parsererror, item > *')].map(({ nodeName }) => nodeName);
        },
        await readFile(file(), 'utf8'),
      );
      expect(names).toEqual(expect.arrayContaining(['title', 'content:encoded', 'wp:post_id', 'wp:status']));
      expect(names).not.toContain('parsererror');
    });
  });

  it('is imported with the text of WordPress if it was changed there', async () => {
    const first = await start();
    await first
      .plugin('knowledge-base')
      .articles.create({ title: 'One', content: '**bold**', status: 'publish' }, actor);
    await exportFrom(first, { path: file(), to: 'wxr' });
    await writeFile(file(), (await readFile(file(), 'utf8')).replace('<strong>bold</strong>', '<em>changed</em>'));
    const second = await start();
    const kb = second.plugin('knowledge-base');
    await importFrom(kb, second.hooks, { path: file(), name: 'all' });
    expect(await kb.articles.byPath('en', 'all/one')).toMatchObject({
      contentFormat: 'html',
      content: '<p><em>changed</em></p>\n',
    });
  });
});

it('XML encodes any text so that a parser reads it back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.jsonValue(), (text, value) => {
      const read: string[] = [];
      let whole = '';
      const parser = new SaxesParser({});
      parser.on('error', (error) => {
        throw error;
      });
      parser.on('text', (part) => {
        whole += part;
      });
      parser.on('cdata', (part) => {
        whole += part;
      });
      parser.on('closetag', () => {
        read.push(whole);
        whole = '';
      });
      parser.write(`<a><b>${cdata(text)}</b><b>${xmlText(text)}</b><b>${cdata(xmlJson(value))}</b></a>`).close();
      expect(read.slice(0, 2)).toEqual([asRead(text), asRead(text)]);
      expect(JSON.parse(read[2] ?? '')).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

function statesIn(xml: string): Record<string, string> {
  const items = xml.split('<item>').slice(1);
  const of = (item: string, name: string): string =>
    new RegExp(`<${name}><!\\[CDATA\\[(.*?)\\]\\]>`).exec(item)?.[1] ?? '';
  return Object.fromEntries(items.map((item) => [of(item, 'title'), of(item, 'wp:status')]));
}

/** Returns the data that both hosts must agree on, with the import root removed from paths. */
async function stateOf(host: TestHost, root: string) {
  const { articles } = host.plugin('knowledge-base');
  const rows = await host.db.query.selectFrom('kb_articles').select('id').execute();
  const found = await articles.getMany(rows.map(({ id }) => id));
  return found
    .map((article) => ({
      at: `${article.locale} ${articles.pathOf(article).slice(root.length)}`,
      title: article.title,
      status: article.status,
      excerpt: article.excerpt,
      format: article.contentFormat,
      tags: article.tags,
      sticky: article.sticky,
      order: article.menuOrder,
      meta: article.meta,
      aliases: article.searchAliases,
      published: article.publishedAt,
      modified: article.modifiedAt,
      content: article.content.replaceAll(`/kb/${root}`, '/kb/'),
    }))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
}

function raise(): never {
  throw new Error('no rule');
}
