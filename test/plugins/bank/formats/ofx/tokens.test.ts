import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOfxTokenizer, type OfxToken } from '../../../../../src/plugins/bank/formats/ofx/tokens.js';

function tokens(...pieces: string[]): OfxToken[] {
  const tokenizer = createOfxTokenizer();
  return [...pieces.flatMap((piece) => tokenizer.push(piece)), ...tokenizer.end()];
}

const texts = (source: string): string[][] =>
  tokens(source).map((token) => (token.kind === 'open' ? [token.tag, token.text] : [`/${token.tag}`]));

describe('OFX tags', () => {
  it('contain the text up to the next tag, closed or not', () => {
    expect(texts('<STMTTRN><TRNAMT>-5.50<FITID>7\n</STMTTRN>')).toEqual([
      ['STMTTRN', ''],
      ['TRNAMT', '-5.50'],
      ['FITID', '7'],
      ['/STMTTRN'],
    ]);
    expect(texts('<trnamt>-5.50</trnamt>')).toEqual([['TRNAMT', '-5.50'], ['/TRNAMT']]);
  });

  it('may be empty, and have attributes or dots in their names', () =>
    expect(texts('<NAME></NAME><A b="1"/><INTU.BID>2')).toEqual([
      ['NAME', ''],
      ['/NAME'],
      ['A', ''],
      ['INTU.BID', '2'],
    ]));

  it('keep their line numbers, whatever is in between', () =>
    expect(tokens('OFXHEADER:100\n\n<OFX>\n<!-- a\nb --><A>x\n<B>').map(({ tag, line }) => [tag, line])).toEqual([
      ['OFX', 3],
      ['A', 5],
      ['B', 6],
    ]));
});

describe('OFX texts', () => {
  it.each([
    ['A &amp; B', 'A & B'],
    ['A &lt;B&gt; &#39;C&#x27;', "A <B> 'C'"],
    ['A & B &unknown; &', 'A & B &unknown; &'],
    ['a < b', 'a < b'],
    ['<![CDATA[A <B> & C ]]>', 'A <B> & C'],
    ['A<!-- <B> -->C', 'AC'],
    ['A<?B ?>C', 'AC'],
    ['&#0;&#xD800;x', 'x'],
  ])('decode %s to %s', (written, text) => expect(texts(`<MEMO>${written}</MEMO>`)[0]).toEqual(['MEMO', text]));

  it('expand no custom entities', () =>
    expect(texts('<!DOCTYPE x [<!ENTITY a "boom">]><MEMO>&a;')).toEqual([['MEMO', '&a;']]));

  it('are cut when they are too long', () =>
    expect(texts(`<MEMO>${'x'.repeat(100_000)}`)[0]?.[1]?.length).toBeLessThan(70_000));
});

it('gives the same OFX tokens for any chunk borders', () => {
  const unit = fc.constantFrom(
    '<',
    '>',
    '/',
    '!',
    '--',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '?',
    '&amp;',
    '&',
    ';',
    'A',
    '\n',
    '<A>',
  );
  fc.assert(
    fc.property(fc.string({ unit }), fc.integer({ min: 1, max: 9 }), (source, size) => {
      const pieces = Array.from({ length: Math.ceil(source.length / size) }, (_, index) =>
        source.slice(index * size, (index + 1) * size),
      );
      expect(tokens(...pieces)).toEqual(tokens(source));
    }),
    { numRuns: 500 },
  );
});

it.each(['<', '<!--', '<![CDATA[', '<?', '<A ', '&#', '<A<A '])(
  'tokenizes a million of "%s" in seconds, without searching the rest of the text for each',
  (hostile) => {
    const piece = hostile.repeat(Math.ceil(65_536 / hostile.length));
    expect(tokens('<MEMO>', ...Array.from({ length: 16 }, () => piece)).length).toBeGreaterThan(0);
  },
  30_000,
);
