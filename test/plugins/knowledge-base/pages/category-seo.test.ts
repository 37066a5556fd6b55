import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

describe('category SEO', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await createTestHost({ plugins: [knowledgeBase()] });
    const { id: as } = await host.createUser('administrator');
    const seos = {
      Told: { title: 'All told', description: 'Of everything.' },
      Hidden: { noindex: true },
      Elsewhere: { canonical: 'https://elsewhere.example/there' },
      Plain: {},
    };
    for (const [name, seo] of Object.entries(seos)) {
      const { data } = await host.request('POST', '/vendor-kb/v1/categories', { as, body: { name, seo } });
      const categories = [(data as { id: number }).id];
      const body = { title: `In ${name}`, content: 'x', status: 'publish', categories };
      await host.request('POST', '/vendor-kb/v1/articles', { as, body });
    }
  });
  afterAll(() => host.close());
  const page = async (path: string): Promise<string> => (await host.visit(`/kb/${path}`)).text();

  it('appears in the head of the page', async () => {
    const categoryPage = await page('told');
    expect(categoryPage).toContain('<title>All told');
    expect(categoryPage).toContain('name="description" content="Of everything."');
    expect(await page('hidden')).toContain('name="robots" content="noindex"');
    expect(await page('elsewhere')).toContain('rel="canonical" href="https://elsewhere.example/there"');
    expect(await page('plain')).not.toContain('noindex');
  });

  it('excludes noindex and external-canonical categories from the sitemap', async () => {
    const sitemap = await page('sitemap-pages.xml');
    expect(sitemap).toContain('/kb/told<');
    expect(sitemap).toContain('/kb/plain<');
    expect(sitemap).not.toContain('/kb/hidden<');
    expect(sitemap).not.toContain('/kb/elsewhere<');
  });
});
