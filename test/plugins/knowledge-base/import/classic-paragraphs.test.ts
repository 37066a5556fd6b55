import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  restoreLinks,
  rewriteLinks,
} from '../../../../src/plugins/knowledge-base/content/import/links/rewrite-links.js';
import { classicParagraphs } from '../../../../src/plugins/knowledge-base/content/import/wxr/classic-paragraphs.js';

const rewritten = (text: string): string => rewriteLinks(text, [], classicParagraphs(text)).text;

describe('classic editor text', () => {
  it.each([
    ['empty lines are paragraphs', 'One\n\nTwo\n \nThree\n', '<p>One</p>\n\n<p>Two</p>\n \n<p>Three</p>\n'],
    ['ends of lines are breaks', 'One\r\nTwo\n\n3', '<p>One<br />\r\nTwo</p>\n\n<p>3</p>'],
    ['a break that is there is none besides', 'One<br>\nTwo\n\n3', '<p>One<br>\nTwo</p>\n\n<p>3</p>'],
    ['ends of lines in a tag stay', 'A <a\nhref="/x/">link</a>\n\nB', '<p>A <a\nhref="/x/">link</a></p>\n\n<p>B</p>'],
    [
      'lists, tables and examples stand by themselves',
      'Before\n<ul>\n<li>a\n\nb</li>\n</ul>\nAfter\n\n<pre>x\n\ny</pre>',
      '<p>Before</p>\n<ul>\n<li>a\n\nb</li>\n</ul>\n<p>After</p>\n\n<pre>x\n\ny</pre>',
    ],
    [
      'a quotation has paragraphs of its own',
      '<blockquote>a\n\nb</blockquote>',
      '<blockquote><p>a</p>\n\n<p>b</p></blockquote>',
    ],
    ['a single line in a box stays', '<div>a</div>\n\nb', '<div>a</div>\n\n<p>b</p>'],
    [
      'comments are no text',
      'a <!-- b\nc -->\n\n<!--more-->\n\nb',
      '<p>a <!-- b\nc --></p>\n\n<!--more-->\n\n<p>b</p>',
    ],
    ['what has paragraphs is left alone', '<p>a</p>\n\nb', '<p>a</p>\n\nb'],
    ['what has no empty line is left alone', 'a\nb', 'a\nb'],
  ])('%s', (_, text, expected) => expect(rewritten(text)).toBe(expected));

  it('can always be restored and has balanced paragraphs', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        '\n',
        '\n\n',
        '\r\n',
        ' ',
        '<b>',
        '</b>',
        '<ul>',
        '</ul>',
        '<div>',
        '</div>',
        '<!--',
        '-->',
        '<',
        '"',
        '<br>\n',
        '<hr>',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const written = rewriteLinks(text, [], classicParagraphs(text));
        expect(restoreLinks(written.text, written.rewrites)).toBe(text);
        expect(written.text.split('<p>').length).toBe(written.text.split('</p>').length);
      }),
      { numRuns: 500 },
    );
  });

  it.each(['<div>\n', '<', '\n \n', '<!--\n', '<pre>\n', 'a"\n'])('takes under 3 s for 2 megabytes of %j', (piece) => {
    const started = performance.now();
    classicParagraphs(`a\n\n${piece.repeat(2_000_000 / piece.length)}`);
    expect(performance.now() - started).toBeLessThan(3000);
  });
});
