import { parse as parseByWordPress } from '@wordpress/block-serialization-default-parser';
import fc from 'fast-check';
import { type ParsedBlock, parseBlocks, serializeBlocks } from 'mortise/blocks';
import { describe, expect, it } from 'vitest';
import { spellingOf } from '../../../src/blocks/grammar/spelling.js';

/** Form of the WordPress parser, which adds an empty text to inner blocks that hold none. */
function bare(blocks: readonly ParsedBlock[]): unknown {
  return blocks.map(({ blockName, attrs, innerBlocks, innerHTML, innerContent }) => ({
    blockName,
    attrs,
    innerHTML,
    innerBlocks: bare(innerBlocks),
    innerContent: innerContent.filter((part) => part !== ''),
  }));
}

/** Pieces of documents, valid and broken. */
const PIECES = [
  ...['<!-- wp:a -->', '<!-- /wp:a -->', '<!-- wp:b/c {"x":1} -->', '<!-- /wp:b/c -->', '<!-- wp:v /-->'],
  ...['<!-- wp:v {"x":{"y":"}"}} /-->', '<!-- wp:v {"x":"-->"} /-->', '<!-- wp:core/a {broken} -->', '<!-- wp:a {'],
  ...[
    '<!-- wp:A -->',
    '<!--wp:a -->',
    '<!-- wp:a--> ',
    '<!-- /wp:a {"x":1} /-->',
    '<!--  \n wp:a\t{}\n-->',
    '} -->',
    '}  /-->',
  ],
  ...['<p>text</p>', '\n\n', 'é日本', '<!-- a comment -->', '<!-- wp:a {"x":1}-->', '{', '"', '\\', '\u0000'],
];
const document = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(''));

function isClosed(block: ParsedBlock): boolean {
  const { opening, closing } = spellingOf(block) ?? { opening: '', closing: '' };
  const isWhole = block.blockName === null || closing !== '' || opening.endsWith('/-->');
  return isWhole && block.innerBlocks.every(isClosed);
}

describe('block document', () => {
  it('is parsed as WordPress parses it', () => {
    fc.assert(
      fc.property(document, (text) => {
        const blocks = parseBlocks(text);
        // Unclosed inner blocks are parsed differently.
        fc.pre(blocks.every(isClosed));
        expect(bare(blocks)).toEqual(bare(parseByWordPress(text) as ParsedBlock[]));
      }),
      { numRuns: 2000 },
    );
  });

  it('is serialized byte for byte as it was parsed, even when broken', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(serializeBlocks(parseBlocks(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('nests unclosed blocks and keeps their text once', () => {
    const [outer, ...others] = parseBlocks('<!-- wp:group --><!-- wp:quote --><p>text</p>');
    expect(others).toEqual([]);
    expect(outer).toMatchObject({
      blockName: 'core/group',
      innerHTML: '',
      innerBlocks: [{ blockName: 'core/quote', innerHTML: '<p>text</p>' }],
    });
  });

  it('keeps the rest as HTML after a closing comment without a block', () => {
    const rest = '<!-- /wp:group --><!-- wp:quote --><p>text</p><!-- /wp:quote -->';
    expect(parseBlocks(rest)).toMatchObject([{ blockName: null, innerHTML: rest }]);
  });

  it('has null attributes for invalid JSON, and keeps the source', () => {
    const text = '<!-- wp:quote {"cite":} --><p>text</p><!-- /wp:quote -->';
    expect(parseBlocks(text)).toMatchObject([{ blockName: 'core/quote', attrs: null }]);
    expect(serializeBlocks(parseBlocks(text))).toBe(text);
  });

  it('treats attribute names such as __proto__ as data', () => {
    const [block] = parseBlocks('<!-- wp:quote {"__proto__":{"isAdmin":true},"constructor":1} /-->');
    expect(Object.keys(block?.attrs ?? {})).toEqual(['__proto__', 'constructor']);
    expect({}).not.toHaveProperty('isAdmin');
  });

  it.each([
    ['comments that never end', '<!-- wp:a {'],
    ['attributes that never end', '<!-- wp:a {"a":1}\n'],
    ['braces', '}'],
    ['blocks within blocks', '<!-- wp:a -->'],
    ['ends', '<!-- /wp:a -->'],
    ['beginnings of comments', '<!--    '],
    ['spaces after a brace', '<!-- wp:a {}       '],
    ['names', 'wp:aaaaaaaa/'],
  ])('is parsed and serialized at 1 MB: %s', (_, piece) => {
    const long = `<!-- wp:a {${piece.repeat(Math.ceil(1_000_000 / piece.length))}`;
    const blocks = parseBlocks(long);
    expect(serializeBlocks(blocks)).toBe(long);
  });
});

describe('generated block', () => {
  const attributes = fc.dictionary(fc.string(), fc.jsonValue());
  const block = (attrs: Record<string, unknown>, html: string): ParsedBlock => ({
    blockName: 'acme/recipe',
    attrs,
    innerBlocks: [],
    innerHTML: html,
    innerContent: html === '' ? [] : [html],
  });

  it('is read back as created, with any attributes', () => {
    fc.assert(
      fc.property(attributes, fc.constantFrom('', '<p>text</p>'), (attrs, html) => {
        const [read, ...others] = parseBlocks(serializeBlocks([block(attrs, html)]));
        expect(others).toEqual([]);
        expect(read).toMatchObject({ blockName: 'acme/recipe', innerHTML: html });
        expect(JSON.stringify(read?.attrs)).toBe(JSON.stringify(attrs));
      }),
    );
  });

  it.each([
    ['the end of its comment', '-->', '"\\u002d\\u002d\\u003e"'],
    ['tags', '</script>', '"\\u003c/script\\u003e"'],
    ['entities', '&quot;', '"\\u0026quot;"'],
    ['quotes', '"', '"\\u0022"'],
    ['backslashes', '\\', '"\\u005c"'],
  ])('escapes %s in attributes', (_, value, written) => {
    expect(serializeBlocks([block({ text: value }, '')])).toBe(`<!-- wp:acme/recipe {"text":${written}} /-->`);
  });

  it('is written with the short core name, and with nested blocks in place', () => {
    const inner = {
      blockName: 'core/list-item',
      attrs: {},
      innerBlocks: [],
      innerHTML: '<li>a</li>',
      innerContent: ['<li>a</li>'],
    };
    const list = {
      blockName: 'core/list',
      attrs: {},
      innerBlocks: [inner],
      innerHTML: '<ul></ul>',
      innerContent: ['<ul>', null, '</ul>'],
    };
    expect(serializeBlocks([list])).toBe(
      '<!-- wp:list --><ul><!-- wp:list-item --><li>a</li><!-- /wp:list-item --></ul><!-- /wp:list -->',
    );
  });
});
