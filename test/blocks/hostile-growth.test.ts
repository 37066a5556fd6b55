import { describe, expect, it } from 'vitest';
import { renderHtml } from '../../src/blocks/html.js';
import { renderMarkdown } from '../../src/blocks/markdown.js';
import { boundNesting } from '../../src/core/html/sanitize.js';
import { cpuTime, growth } from '../support/cpu-time.js';

const fill = (start: string, piece: string, length: number, end = ''): string =>
  start + piece.repeat(Math.ceil(length / piece.length)) + end;

const markdown = (source: string) => renderMarkdown(source);

/** Each took seconds at 64 kB before it was bounded, and four times as long with every doubling. */
const hostile: Record<string, readonly [(source: string) => unknown, (length: number) => string]> = {
  'a tag with an endless name': [boundNesting, (length) => fill('<a', 'a', length, '<a>')],
  'an HTML text with such a tag': [(source) => renderHtml(source), (length) => fill('<a', 'a', length, '<a>')],
  'such a tag in Markdown': [markdown, (length) => fill('<div>\n<a', 'a', length, '<a')],
  'a list item of lazy lines': [markdown, (length) => fill('- ', 'a\n', length)],
  'a list item of indented lines': [markdown, (length) => fill('- ', '  a\n', length)],
  'exclamation marks': [markdown, (length) => fill('', '!', length)],
  'paragraphs of exclamation marks': [markdown, (length) => fill('', `${'!'.repeat(1_900)}\n\n`, length)],
  'underlined headings': [markdown, (length) => fill('', 'a\n===\n', length)],
};

describe.each(Object.entries(hostile))('%s', (_name, [work, make]) => {
  it('takes time in proportion to its length', () => {
    expect(growth(work, make)).toBeLessThan(20);
  });

  it('takes seconds at a length of one megabyte', () => {
    // Milliseconds, many times the measured time. It took minutes to hours before.
    expect(cpuTime(() => work(make(1_000_000)))).toBeLessThan(30_000);
  });
});

describe('limits of marked', () => {
  it('leave the text of a long list item unchanged', () => {
    const { html } = renderMarkdown(fill('- first\n', 'lazy *line*\n', 5_000));
    expect(html).toMatch(/^<ul>\n<li>first\nlazy <em>line<\/em>\n/);
  });

  it('keep every word of a list item with thousands of lines', () => {
    const lines = Array.from({ length: 3_500 }, (_, index) => `line ${index}`);
    expect(renderMarkdown(`- ${lines.join('\n')}`).text.split('\n')).toEqual(lines);
  });

  it('find the headings of list items after lines of text', () => {
    const { html } = renderMarkdown('- a\n\n  b\n  c\n  # d\n  e\n  f\n  ===\n  g');
    expect(html).toContain('<p>b\nc</p>');
    expect(html).toMatch(/<h1 id="h-d">d<\/h1>\n<h1 id="h-e-f">e\nf<\/h1>/);
  });
});
