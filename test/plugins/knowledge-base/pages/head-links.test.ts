import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ORIGIN = 'https://help.example.org';

describe('page head and print links', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ url: ORIGIN, plugins: [knowledgeBase()] });
    const as = await host.createUser('administrator');
    const create = async (path: string, body: object) => {
      const { status, data } = await host.request('POST', `/vendor-kb/v1${path}`, { as, body });
      expect(status).toBe(201);
      return data as { id: number };
    };
    const english = await create('/categories', { name: 'Guides', slug: 'guides' });
    const german = await create('/categories', {
      name: 'Anleitungen',
      slug: 'anleitungen',
      locale: 'de',
      translation_of: english.id,
    });
    for (let number = 1; number <= 45; number += 1) {
      const body = { title: `Guide ${number}`, slug: `guide-${number}`, content: 'Text.', status: 'publish' };
      await create('/articles', { ...body, categories: [english.id], order: number });
    }
    const { data } = await host.request('GET', '/vendor-kb/v1/articles', { query: { search: 'Guide 45' } });
    const [article] = data as { id: number }[];
    await create('/articles', {
      title: 'Anleitung',
      slug: 'anleitung',
      content: 'Text.',
      status: 'publish',
      locale: 'de',
      categories: [german.id],
      translation_of: article?.id,
    });
    await create('/articles', {
      title: 'Pictures',
      slug: 'pictures',
      status: 'publish',
      categories: [english.id],
      order: 99,
      content: '![One](one.png) ![Two](../two.png) ![Three](/media/three.png) [next](guide-2) [here](#part)\n\n## Part',
    });
  });
  afterAll(() => host?.close());

  const headOf = async (path: string) => {
    const html = await (await host.visit(path)).text();
    const links = [
      ...html.matchAll(/<link rel="(prev|next|canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)">/g),
    ];
    return links.map(([, relation, locale, href]) => [locale ?? relation, href]);
  };

  it('list each language of an article and x-default', async () => {
    const languages = [
      ['de', `${ORIGIN}/kb/de/anleitungen/anleitung`],
      ['en', `${ORIGIN}/kb/guides/guide-45`],
      ['x-default', `${ORIGIN}/kb/guides/guide-45`],
    ];
    expect(await headOf('/kb/guides/guide-45')).toEqual([['canonical', languages[1]?.[1]], ...languages]);
    expect(await headOf('/kb/de/anleitungen/anleitung')).toEqual([['canonical', languages[0]?.[1]], ...languages]);
  });

  it('list the languages of categories and home pages, which show a switcher', async () => {
    expect(await headOf('/kb/de/anleitungen')).toEqual([
      ['canonical', `${ORIGIN}/kb/de/anleitungen`],
      ['de', `${ORIGIN}/kb/de/anleitungen`],
      ['en', `${ORIGIN}/kb/guides`],
      ['x-default', `${ORIGIN}/kb/guides`],
    ]);
    expect(await headOf('/kb')).toContainEqual(['x-default', `${ORIGIN}/kb`]);
    const html = await (await host.visit('/kb/guides')).text();
    expect(html).toMatch(/<nav class="kb-languages".*?href="\/kb\/de\/anleitungen"/s);
  });

  it('list the previous and next page, with a canonical URL for each page', async () => {
    expect(await headOf('/kb/guides?page=2')).toEqual([
      ['canonical', `${ORIGIN}/kb/guides?page=2`],
      ['prev', '/kb/guides'],
      ['next', '/kb/guides?page=3'],
    ]);
    expect(await headOf('/kb/guides?page=3')).not.toContainEqual(['next', expect.anything()]);
    expect(await headOf('/kb/search?q=guide')).toEqual([['next', '/kb/search?q=guide&#38;page=2']]);
  });

  it('list no alternates for an article in one language', async () => {
    expect(await headOf('/kb/guides/guide-1')).toEqual([['canonical', `${ORIGIN}/kb/guides/guide-1`]]);
  });

  it('resolve relative images and links on the print page of a category', async () => {
    const html = await (await host.visit('/kb/guides/print')).text();
    expect([...html.matchAll(/<img[^>]* src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
      `${ORIGIN}/kb/guides/one.png`,
      `${ORIGIN}/kb/two.png`,
      '/media/three.png',
    ]);
    expect(html).toContain(`href="${ORIGIN}/kb/guides/guide-2"`);
    expect(html).toMatch(/href="#h-\d+-part"/);
  });
});
