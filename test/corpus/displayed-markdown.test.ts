import { existsSync } from 'node:fs';
import path from 'node:path';
import { htmlToMarkdown, renderMarkdown } from 'mortise/blocks';
import { describe, expect, it } from 'vitest';
import { readSource } from '../../src/plugins/knowledge-base/content/import/source.js';

const corpus = process.env.MORTISE_CORPUS;
const folder = path.join(corpus ?? '', 'knowledge-base');
const present = corpus !== undefined && existsSync(folder);
const required = (process.env.MORTISE_REQUIRE ?? '').split(',').includes('corpus');
if (!present && !required) console.log('skipped: Markdown of the real corpus (set MORTISE_CORPUS)');

const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();
const linksIn = (html: string): string[] =>
  Array.from(html.matchAll(/ (?:href|src)="([^"]*)"/g), ([, address = '']) => decodeURI(encodeURI(decodeURI(address))));
const samplesIn = (html: string): string[] =>
  Array.from(html.matchAll(/<pre\b[^>]*>(.*?)<\/pre>/gs), ([, code = '']) => code);

describe.skipIf(!present && !required)('HTML to Markdown conversion of real articles', () => {
  it.each(['cncf-glossary', 'login-gov-help'])('has the same content as the page: %s', async (name) => {
    const { items } = await readSource(path.join(folder, name));
    const texts = items.filter(({ format, body }) => format === 'markdown' && body !== '');
    expect(texts.length).toBeGreaterThan(80);
    for (const { key, body } of texts) {
      const page = await renderMarkdown(body);
      const again = await renderMarkdown(htmlToMarkdown(page.html));
      expect(squeezed(again.text), key).toBe(squeezed(page.text));
      expect(samplesIn(again.html), key).toEqual(samplesIn(page.html));
      expect(linksIn(again.html), key).toEqual(linksIn(page.html));
    }
  });
});
