import type { User } from 'mortise';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kbTexts } from '../../../src/plugins/knowledge-base/catalogues.js';
import { createExamples } from '../../../src/plugins/knowledge-base/content/examples/examples.js';
import { dialects, migratedDatabase } from '../../support/databases.js';

describe.each(dialects)('example articles on $name', (dialect) => {
  let host: TestHost;
  let drop: () => Promise<void>;
  let user: User;
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [knowledgeBase()]);
    ({ drop } = database);
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()], locale: 'de' });
    user = await host.createUser('kb_manager');
  });
  afterEach(async () => {
    await host.close();
    await drop();
  });

  const kb = () => host.plugin('knowledge-base');
  const examples = () => createExamples(kb(), kbTexts(kb().site));
  const titles = async (as: User | null) => {
    const { data } = await host.request('GET', '/vendor-kb/v1/articles?orderby=order', { as });
    return (data as { title: { rendered: string } }[]).map(({ title }) => title.rendered);
  };

  it('use the site language, render completely, and show one only to signed-in users', async () => {
    expect(await examples().load(user)).toBe(4);
    expect(await titles(user)).toContain('Geschützter Artikel');
    expect(await titles(null)).toEqual(['Aufbau eines Artikels', 'Codeblöcke', 'Häufige Fragen']);
    const { articles } = await host
      .request('GET', '/vendor-kb/v1/articles?per_page=10&context=edit', { as: user })
      .then(({ data }) => ({ articles: data as { content: { raw: string; rendered: string } }[] }));
    for (const { content } of articles) expect(kb().blocks.validate(content.raw)).toBeNull();
    const contents = articles.map(({ content }) => content.rendered).join();
    for (const sign of ['callout', 'hljs', 'kb-faq-q']) expect(contents).toContain(sign);
  });

  it('are created once, even by concurrent loads', async () => {
    const loads = await Promise.all([examples().load(user), examples().load(user), examples().load(user)]);
    expect(loads.toSorted()).toEqual([0, 0, 4]);
    expect(await examples().count()).toBe(4);
    expect(kb().categories.tree().all()).toHaveLength(2);
  });

  it('are removed completely, except those a user has changed', async () => {
    await examples().load(user);
    expect(await examples().remove(user)).toEqual({ removed: 4, retained: 0 });
    expect(kb().categories.tree().all()).toEqual([]);
    expect(await examples().load(user)).toBe(4);
    const [first] = (await host.request('GET', '/vendor-kb/v1/articles?orderby=order', { as: user })).data as {
      id: number;
    }[];
    const body = { title: 'Mine now' };
    await host.request('PUT', `/vendor-kb/v1/articles/${first?.id}`, { as: user, body });
    expect(await examples().remove(user)).toEqual({ removed: 3, retained: 1 });
    expect(await titles(null)).toEqual(['Mine now']);
    expect(await examples().load(user)).toBe(3);
  });

  it('are created all or not at all when a save fails', async () => {
    const parts = kb();
    let saves = 0;
    const failing = {
      ...parts,
      articles: {
        ...parts.articles,
        create: (...args: Parameters<typeof parts.articles.create>) => {
          saves += 1;
          if (saves === 3) throw new Error('The machine stops here');
          return parts.articles.create(...args);
        },
      },
    };
    await expect(createExamples(failing, kbTexts(parts.site)).load(user)).rejects.toThrow('stops here');
    await parts.categories.refresh();
    expect(parts.categories.tree().all()).toEqual([]);
    expect(await titles(user)).toEqual([]);
    expect(await examples().load(user)).toBe(4);
  });
});
