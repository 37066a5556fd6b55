import { definePlugin, type Plugin } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

const wave: Plugin = definePlugin({
  name: 'acme-wave',
  version: '1.0.0',
  setup({ hooks }) {
    hooks.addFilter('vendor_kb_markdown_options', (options) => ({
      ...options,
      labels: { ...options.labels, note: 'Wave' },
    }));
  },
});

describe('rendered category descriptions', () => {
  let host: TestHost;
  let renderings: number;
  afterEach(() => host.close());

  async function start(plugins: readonly Plugin[] = []): Promise<void> {
    host = await createTestHost({ plugins: [knowledgeBase(), ...plugins] });
    renderings = 0;
    host.hooks.addFilter('vendor_kb_sanitize_options', (options, { format }) => {
      if (format === 'markdown') renderings += 1;
      return options;
    });
  }
  const kb = () => host.plugin('knowledge-base');
  const pageText = async (): Promise<string> => (await host.visit('/kb/guides')).text();

  it('are rendered once for pages, lists and REST, and again after a change', async () => {
    await start();
    const { id } = await kb().categories.create({ name: 'Guides', description: 'All **guides**.' });
    const other = await kb().categories.create({ name: 'Other', description: 'All **others**.' });
    // Only categories with articles appear on the home page.
    const actor = { user: null, source: 'cli' } as const;
    for (const categoryIds of [[id], [other.id]]) {
      await kb().articles.create({ title: 'One', status: 'publish', contentFormat: 'html', categoryIds }, actor);
    }
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await pageText()).toContain('All <strong>guides</strong>.');
      expect(await (await host.visit('/kb')).text()).toContain('All guides.');
      const { data } = await host.request('GET', `/vendor-kb/v1/categories/${id}`);
      expect(data).toMatchObject({ description: { rendered: '<p>All <strong>guides</strong>.</p>\n' } });
    }
    expect(renderings).toBe(2);
    await kb().categories.update(other.id, { order: 7 });
    await pageText();
    expect(renderings).toBe(2);
    await kb().categories.update(id, { description: 'All *guides*.' });
    expect(await pageText()).toContain('All <em>guides</em>.');
    expect(renderings).toBe(3);
  });

  it('are rendered again after a cache flush or a plugin change', async () => {
    await start([wave]);
    await kb().categories.create({ name: 'Guides', description: '> [!NOTE]\n> Read.' });
    expect(await pageText()).toContain('Wave');
    await host.lifecycle.deactivate('acme-wave');
    expect(await pageText()).not.toContain('Wave');
    const before = renderings;
    await kb().caches.flush(['render'], { user: null, source: 'cli' });
    await expect.poll(async () => pageText().then(() => renderings)).toBe(before + 1);
  });
});
