import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createExportingHost, exportFrom } from '../support/knowledge-base-export.js';
import { checkLinks, type LinkedPages } from '../support/linked-pages.js';

const isThere = inject('services').includes('corpus');
const folder = (name: string): string => path.join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', name);

describe.skipIf(!isThere)('real documentation as a site of files', () => {
  const out = path.join(tmpdir(), `mortise-site-${process.pid}`);
  let host: TestHost;
  let pages: LinkedPages;

  beforeAll(async () => {
    host = await createExportingHost({ url: 'https://docs.example.com' });
    for (const name of ['cncf-glossary', 'login-gov-help'])
      await host.plugin('knowledge-base').importFolder(folder(name), { name });
    await exportFrom(host, { path: out, to: 'html' });
    pages = await checkLinks(out);
  }, 300_000);
  afterAll(async () => {
    await host.close();
    await rm(out, { recursive: true, force: true });
  });

  it('has a page for each article and category, and no dead link among them', async () => {
    const { articles } = host.plugin('knowledge-base');
    const rows = await host.db.query
      .selectFrom('posts')
      .select('id')
      .where('type', '=', 'kb_article')
      .where('status', '=', 'publish')
      .execute();
    expect(rows.length).toBeGreaterThan(800);
    // Four headings that translators linked and did not write.
    expect(pages.dead.filter((link) => !/(?:contributor-ladder|style-guide)\/index\.html -> #h-/.test(link))).toEqual(
      [],
    );
    expect(pages.dead).toHaveLength(4);
    const [first] = await articles.getMany(rows.map(({ id }) => id));
    expect(pages.files.filter((file) => file.endsWith('.html')).length).toBeGreaterThan(rows.length);
    expect(first && pages.files).toContain(`${articles.pathOf(first ?? raise())}.html`);
  });

  it('runs nothing and asks for nothing elsewhere but what texts show', async () => {
    for (const file of pages.files.filter((name) => name.endsWith('.html'))) {
      const html = await readFile(path.join(out, file), 'utf8');
      expect([file, /<script|<form|\son\w+=|=["']?javascript:/i.exec(html)?.[0]]).toEqual([file, undefined]);
    }
  });
});

function raise(): never {
  throw new Error('there is no article');
}
