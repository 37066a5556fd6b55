import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSourceModules } from './source-modules.js';

const TEMPLATES = fileURLToPath(new URL('../../templates', import.meta.url));

/** Blocks are sanitized with the surrounding text, after their templates. */
const SAVED = 'of an author; the whole text is sanitised after it';

/** Expressions that templates print as markup, besides their own parts, with the source of the markup. */
const PRINTED: Readonly<Record<string, string>> = {
  'core/admin/frame.eta it.body': 'rendered page',
  'core/admin/frame.eta it.head': 'rendered template',
  'core/admin/frame.eta entry.icon': 'drawing of ours, or of a plugin',
  'core/head.eta data': 'safeJson',
  'core/head.eta it.modules': 'safeJson',
  'core/head.eta element': 'of a plugin, as SafeHtml',
  'core/page.eta it.body': 'rendered page',
  'core/page.eta it.head': 'rendered template',
  'core/parts/list-table.eta cell.html': 'progress of a job, or of a plugin',
  'kb/article.eta it.content': 'sanitised Markdown',
  'kb/article.eta markup': 'of a plugin, by the hooks around an article',
  'kb/blocks/accordion-item.eta it.answer': SAVED,
  'kb/blocks/accordion-item.eta it.attributes': SAVED,
  'kb/blocks/accordion-item.eta it.headingAttributes': SAVED,
  'kb/blocks/accordion-item.eta it.question': SAVED,
  'kb/blocks/accordion-item.eta it.summaryAttributes': SAVED,
  'kb/blocks/accordion.eta it.attributes': SAVED,
  'kb/blocks/accordion.eta it.items': SAVED,
  'kb/blocks/toggle.eta it.attributes': SAVED,
  'kb/blocks/toggle.eta it.content': SAVED,
  'kb/blocks/toggle.eta it.label': SAVED,
  'kb/blocks/toggle.eta it.summaryAttributes': SAVED,
  'kb/category.eta it.description': 'sanitised Markdown',
  'kb/category.eta markup': 'of a plugin, by the hooks of pages',
  'kb/home.eta markup': 'of a plugin, by the hooks of pages',
  'kb/not-found.eta markup': 'of a plugin, by the hooks of pages',
  'kb/parts/nav.eta markup': 'of a plugin, by the hooks of pages',
  'kb/parts/restricted.eta it.message': 'sanitised Markdown, or words of ours',
  'kb/parts/restricted.eta it.teaser': 'the beginning of sanitised Markdown',
  'kb/parts/search-result.eta result.snippet': 'escaped pieces of the highlighter',
  'kb/parts/search-result.eta result.title': 'escaped pieces of the highlighter',
  'kb/print.eta article.content': 'sanitised text, or what a plugin vouches for',
  'kb/print.eta it.description': 'sanitised Markdown',
  'kb/print.eta markup': 'of a plugin, by the hooks of pages',
  'kb/static.eta it.body': 'another template',
  "kb/restricted.eta include('kb/parts/restricted', it.restricted)": 'a part of itself',
  'kb/restricted.eta markup': 'of a plugin, by the hooks of pages',
  'kb/search.eta markup': 'of a plugin, by the hooks of pages',
};

/** Files that vouch for markup, with the reason that it is safe. Add an entry for each new file. */
const VOUCHED: Readonly<Record<string, string>> = {
  'core/admin/core-pages/jobs/job-texts.ts': 'escaped words and numbers',
  'core/admin/icons.ts': 'our drawings',
  'core/admin/render-admin.ts': 'rendered templates',
  'core/html/safe-html.ts': 'defines it; JSON without "<"',
  'core/pages/render.ts': 'rendered templates',
  'core/templates/template-module.ts': 'rendered templates; what a module of the site vouches for',
  'core/templates/templates.ts': 'the page in its layout, rendered',
  'plugins/affiliate/admin/overview/page.ts': 'our drawing',
  'plugins/affiliate/area/overview.ts': 'our drawing',
  'plugins/bank/admin/overview/page.ts': 'our drawing',
  'plugins/knowledge-base/content/blocks/accordion-item/accordion-item.ts': SAVED,
  'plugins/knowledge-base/content/blocks/accordion/accordion.ts': SAVED,
  'plugins/knowledge-base/content/blocks/content-toggle/content-toggle.ts': SAVED,
  'plugins/knowledge-base/content/views/article-texts.ts': 'sanitised Markdown',
  'plugins/knowledge-base/domain/access/restricted-message.ts': 'sanitised Markdown, or escaped here',
  'plugins/knowledge-base/domain/access/teasers.ts': 'the beginning of sanitised Markdown, every tag closed',
  'plugins/knowledge-base/surfaces/access-functions.ts': 'escaped here',
  'plugins/knowledge-base/surfaces/export/html/static-pages.ts': 'a template, in which links were replaced',
  'plugins/knowledge-base/surfaces/pages/article.ts': 'sanitised text, or what a plugin vouches for',
  'plugins/knowledge-base/surfaces/pages/category.ts': 'sanitised Markdown',
  'plugins/knowledge-base/surfaces/pages/home.ts': 'a template',
  'plugins/knowledge-base/surfaces/pages/print.ts': 'sanitised text with other ids',
  'plugins/knowledge-base/surfaces/pages/render-page.ts': 'escaped here',
  'plugins/knowledge-base/surfaces/pages/search.ts': 'escaped here or by the highlighter',
  'plugins/knowledge-base/surfaces/pages/share-markup.ts': 'escaped here',
  'plugins/knowledge-base/surfaces/preview/preview-page.ts': 'sanitised Markdown, or escaped here',
  'plugins/knowledge-base/surfaces/preview/reader-pages.ts': 'the banner, and words that are escaped',
  'plugins/watermark/admin/library/page.ts': 'our drawing',
};

/** All other template output is escaped. Strings are escaped even here: only SafeHtml is printed unchanged. */
describe('raw markup', () => {
  it('is printed only in these places of templates', () => {
    const found = readdirSync(TEMPLATES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.eta'))
      .flatMap((file) => {
        const text = readFileSync(path.join(TEMPLATES, file), 'utf8');
        return [...text.matchAll(/<%[-_]?~\s*(.*?)\s*[-_]?%>/gs)]
          .filter(([, expression = '']) => !/^include\('[\w/-]+'(?:, \{.*\})?\)$/s.test(expression))
          .map(([, expression = '']) => `${file.split(path.sep).join('/')} ${expression}`);
      });
    expect([...new Set(found)].toSorted()).toEqual(Object.keys(PRINTED).toSorted());
  });

  it('is created only in these files', () => {
    const calling = readSourceModules().filter(
      ({ file, words }) => words.includes('safeHtml') && !/^(?:pages|blocks)\.ts$/.test(file),
    );
    expect(calling.map(({ file }) => file)).toEqual(Object.keys(VOUCHED));
  });
});
