import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { createAnalyzer } from '../../../../src/plugins/knowledge-base/domain/search/analyzer.js';
import { createHighlighter, type Highlight } from '../../../../src/plugins/knowledge-base/domain/search/highlight.js';

const english = createHighlighter('en');

/** Checks any highlight: escaped, a substring of the text, with ranges equal to the marked parts. */
function expectSound({ html, text, ranges }: Highlight, whole: string): void {
  expect(whole.includes(text)).toBe(true);
  expect(html.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']|&(?!#(?:34|38|39|60|62);)/);
  expect(decode(html.replaceAll(/<\/?mark>/g, ''))).toBe(text);
  const marked = [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map((match) => decode(match[1] ?? ''));
  expect(marked).toEqual(ranges.map(([start, length]) => text.slice(start, start + length)));
  expect(text).not.toMatch(/\p{Surrogate}/u);
  expect(text).not.toMatch(/^\p{M}/u);
}

function decode(html: string): string {
  const characters: Record<string, string> = { '&#38;': '&', '&#60;': '<', '&#62;': '>', '&#34;': '"', '&#39;': "'" };
  return html.replaceAll(/&#(?:34|38|39|60|62);/g, (entity) => characters[entity] ?? entity);
}

describe('title highlights', () => {
  it.each([
    ['en', 'Password <policies> & more', ['polici'], 'Password &#60;<mark>policies</mark>&#62; &#38; more'],
    ['en', 'AT&T amplifiers', ['amplifi'], 'AT&#38;T <mark>amplifiers</mark>'],
    ['en', 'AT&T', ['amp'], 'AT&#38;T'],
    ['en', `"It's" <script>`, ['script'], '&#34;It&#39;s&#34; &#60;<mark>script</mark>&#62;'],
    ['en', 'The cafe\u0301s', ['cafe'], 'The <mark>cafe\u0301s</mark>'],
    ['en', 'ﬁle', ['file'], '<mark>ﬁle</mark>'],
    ['de', 'Die Straße und Straßen', ['strass'], 'Die <mark>Straße</mark> und <mark>Straßen</mark>'],
    ['fr', 'Des activités, une activité', ['activ'], 'Des <mark>activités</mark>, une <mark>activité</mark>'],
    ['ja', '新しい検索機能', ['検索'], '新しい<mark>検索</mark>機能'],
    ['ja', '新しい検索機能', ['検索', '機能'], '新しい<mark>検索機能</mark>'],
    ['en', 'Nothing', [], 'Nothing'],
  ])('mark the matches in %s: %s', (locale, title, matched, html) => {
    const highlight = createHighlighter(locale).title(title, matched);
    expect(highlight.html).toBe(html);
    expectSound(highlight, title);
  });
});

describe('search snippets', () => {
  const filler = 'lorem ipsum dolor sit amet consectetur '.repeat(20);

  it('show the earliest passage with the most distinct words', () => {
    const text = `${filler}alpha alpha alpha ${filler}alpha beta one ${filler}beta alpha two ${filler}`;
    const snippet = english.snippet(text, ['alpha', 'beta']);
    expect(snippet.text).toContain('alpha beta one');
    expect(snippet.text.length).toBeLessThanOrEqual(200);
    expect(snippet.text.length).toBeGreaterThan(150);
    expectSound(snippet, text);
  });

  it('start and end at word boundaries', () => {
    const { text } = english.snippet(`${filler}target ${filler}`, ['target'], 100);
    const words = new Set(`${filler}target`.split(' '));
    expect(text.split(' ').every((word) => words.has(word))).toBe(true);
  });

  it('show the start when nothing matches, and short texts in full', () => {
    expect(filler.startsWith(english.snippet(filler, ['absent'], 50).text)).toBe(true);
    expect(english.snippet('short', ['absent']).html).toBe('short');
    expect(english.snippet('', ['absent'])).toEqual({ html: '', text: '', ranges: [] });
  });

  it('show part of a word longer than the snippet', () => {
    const word = 'x'.repeat(500);
    const snippet = english.snippet(`${filler}${word}`, [word], 60);
    expect(snippet.ranges).toEqual([[0, 60]]);
  });

  it('never split tags, entities or characters, and never exceed the length', () => {
    const pieces = fc.constantFrom(
      'alpha',
      'Beta',
      '&',
      '<b>',
      '"',
      "'",
      '😀',
      'e\u0301',
      '検索機能',
      '👩‍👩‍👧',
      'ไม้',
      '한',
      ' ',
      '&amp;',
      '\n',
    );
    const texts = fc
      .array(fc.oneof(pieces, fc.string({ unit: 'grapheme' })), { maxLength: 80 })
      .map((all) => all.join(''));
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 60 }), fc.constantFrom('en', 'ja', 'th'), (text, length, locale) => {
        fc.pre(!/^\s*\p{M}/u.test(text));
        const analyzer = createAnalyzer(locale);
        const words = analyzer.tokenize(text).map(({ word }) => analyzer.analyze(word).term);
        const highlighter = createHighlighter(locale);
        const matched = words.filter((_, number) => number % 3 === 0);
        expectSound(highlighter.title(text, matched), text);
        const snippet = highlighter.snippet(text, matched, length);
        expectSound(snippet, text);
        expect(snippet.text.length).toBeLessThanOrEqual(length);
      }),
      { numRuns: 300 },
    );
  });
});

const glossary = join(process.env.MORTISE_CORPUS ?? '', 'knowledge-base', 'cncf-glossary', 'content');

describe.skipIf(!inject('services').includes('corpus'))('articles in sixteen locales', { timeout: 60_000 }, () => {
  it('have valid highlights, and every article shows a match', () => {
    let highlighted = 0;
    for (const locale of readdirSync(glossary)) {
      const analyzer = createAnalyzer(locale);
      const highlighter = createHighlighter(locale);
      for (const file of readdirSync(join(glossary, locale), { recursive: true, encoding: 'utf8' })) {
        if (!file.endsWith('.md')) continue;
        const text = readFileSync(join(glossary, locale, file), 'utf8');
        const words = analyzer.tokenize(text).map(({ word }) => analyzer.analyze(word).term);
        const matched = [words[Math.floor(words.length / 2)] ?? '', words.at(-1) ?? ''];
        const snippet = highlighter.snippet(text, matched);
        expectSound(snippet, text);
        expect(snippet.ranges.length).toBeGreaterThan(0);
        expectSound(highlighter.title(text, matched), text);
        highlighted++;
      }
    }
    expect(highlighted).toBeGreaterThan(900);
  });
});

describe('snippets in scripts without spaces', () => {
  const japanese = createHighlighter('ja');
  const filler = '今日は良い天気です。';

  it('show a word far from the start of a text', () => {
    const { html } = japanese.snippet(`${filler.repeat(4_000)}新しい検索機能。${filler}`, ['検索']);
    expect(html).toContain('<mark>検索</mark>');
  });

  it('take under 300 ms for text made only of matches', () => {
    const text = '検索機能'.repeat(12_500);
    const start = performance.now();
    for (let hit = 0; hit < 20; hit += 1) japanese.snippet(text, ['検索']);
    expect((performance.now() - start) / 20).toBeLessThan(300);
  });
});
