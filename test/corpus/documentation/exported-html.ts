import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFrom } from '../../support/knowledge-base-export.js';
import { checkLinks, type LinkedPages } from '../../support/linked-pages.js';
import type { Documentation } from './documentation.js';

export function describeHtmlExport(documentation: () => Documentation): void {
  describe('exported as a static site', () => {
    const out = path.join(tmpdir(), `mortise-site-${process.pid}`);
    let pages: LinkedPages;

    beforeAll(async () => {
      await exportFrom(documentation().host, { path: out, to: 'html' });
      pages = await checkLinks(out);
    }, 300_000);
    afterAll(() => rm(out, { recursive: true, force: true }));

    it('has a page for each article and category and no dead links', async () => {
      const { articles } = documentation().host.plugin('knowledge-base');
      const rows = await documentation()
        .host.db.query.selectFrom('posts')
        .select('id')
        .where('type', '=', 'kb_article')
        .where('status', '=', 'publish')
        .execute();
      expect(rows.length).toBeGreaterThan(800);
      // Four headings that translators linked but did not write.
      expect(pages.dead.filter((link) => !/(?:contributor-ladder|style-guide)\/index\.html -> #h-/.test(link))).toEqual(
        [],
      );
      expect(pages.dead).toHaveLength(4);
      const [first] = await articles.getMany(rows.map(({ id }) => id));
      expect(pages.files.filter((file) => file.endsWith('.html')).length).toBeGreaterThan(rows.length);
      expect(first && pages.files).toContain(`${articles.pathOf(first ?? raise())}.html`);
    });

    it('contains no scripts, forms or event handlers', async () => {
      for (const file of pages.files.filter((name) => name.endsWith('.html'))) {
        const html = await readFile(path.join(out, file), 'utf8');
        expect([file, /<script|<form|\son\w+=|=["']?javascript:/i.exec(html)?.[0]]).toEqual([file, undefined]);
      }
    });
  });
}

function raise(): never {
  throw new Error('there is no article');
}
