import { escapeHtml } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';

/** An example article in source form. */
export interface ExampleArticle {
  readonly name: string;
  readonly title: string;
  readonly content: string;
  readonly category: 'open' | 'team';
}

/** Returns the example articles in the site's language. */
export function exampleArticles({ text }: Strings): ExampleArticle[] {
  const open = { category: 'open' } as const;
  return [
    {
      ...open,
      name: 'welcome',
      title: text('example.welcome'),
      content: blocks(
        paragraph(text('example.welcome-text')),
        heading(text('example.callouts')),
        markdown(`> [!TIP]\n> ${text('example.tip')}\n\n> [!WARNING]\n> ${text('example.warning')}`),
      ),
    },
    {
      ...open,
      name: 'code',
      title: text('example.code'),
      content: blocks(paragraph(text('example.code-text')), markdown(`\`\`\`js\n${CODE}\n\`\`\``)),
    },
    {
      ...open,
      name: 'faq',
      title: text('example.faq'),
      content: accordion(
        [1, 2].map((number) => [text(`example.question-${number}`), text(`example.answer-${number}`)]),
      ),
    },
    {
      category: 'team',
      name: 'secret',
      title: text('example.secret'),
      content: paragraph(text('example.secret-text')),
    },
  ];
}

const CODE = `const answer = await fetch('/api/vendor-kb/v1/search?q=examples');
console.log(await answer.json());`;

const blocks = (...parts: readonly string[]): string => parts.join('\n\n');

function paragraph(words: string): string {
  return `<!-- wp:paragraph -->\n<p>${escapeHtml(words)}</p>\n<!-- /wp:paragraph -->`;
}

function heading(words: string): string {
  return `<!-- wp:heading -->\n<h2 class="wp-block-heading">${escapeHtml(words)}</h2>\n<!-- /wp:heading -->`;
}

function markdown(source: string): string {
  const escaped = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<!-- wp:vendor-kb/markdown -->\n<pre class="wp-block-vendor-kb-markdown">${escaped}</pre>\n<!-- /wp:vendor-kb/markdown -->`;
}

function accordion(questions: readonly (readonly string[])[]): string {
  const items = questions.map(
    ([question = '', answer = '']) =>
      `<!-- wp:vendor-kb/accordion-item -->\n<details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">${escapeHtml(question)}</summary><div class="kb-faq-a">${paragraph(answer)}</div></details>\n<!-- /wp:vendor-kb/accordion-item -->`,
  );
  return `<!-- wp:vendor-kb/accordion -->\n<div class="wp-block-vendor-kb-accordion">${items.join('\n\n')}</div>\n<!-- /wp:vendor-kb/accordion -->`;
}
