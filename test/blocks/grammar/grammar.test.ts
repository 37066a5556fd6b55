import { parse as parseByWordPress } from '@wordpress/block-serialization-default-parser';
import fc from 'fast-check';
import { type ParsedBlock, parseBlocks, serializeBlocks } from 'mortise/blocks';
import { describe, expect, it } from 'vitest';
import { spellingOf } from '../../../src/blocks/grammar/spelling.js';

/** As WordPress's parser has it; it adds an empty text to blocks within blocks that hold none. */
function bare(blocks: readonly ParsedBlock[]): unknown {
  return blocks.map(({ blockName, attrs, innerBlocks, innerHTML, innerContent }) => ({
    ...{ blockName, attrs, innerHTML },
    innerBlocks: bare(innerBlocks),
    innerContent: innerContent.filter((part) => part !== ''),
  }));
}

/** Pieces that documents are made of, whole and broken. */
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

describe('a document of blocks', () => {
  it('is read as WordPress reads it, whatever it holds', () => {
    fc.assert(
      fc.property(document, (text) => {
        const blocks = parseBlocks(text);
        // What nobody closes is read otherwise within another block.
        fc.pre(blocks.every(isClosed));
        expect(bare(blocks)).toEqual(bare(parseByWordPress(text) as ParsedBlock[]));
      }),
      { numRuns: 2000 },
    );
  });

  it('is written as it was read, byte for byte, also when it is broken', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(serializeBlocks(parseBlocks(text))).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps blocks that nobody closes within each other, and their text once', () => {
    const [outer, ...others] = parseBlocks('<!-- wp:group --><!-- wp:quote --><p>text</p>');
    expect(others).toEqual([]);
    expect(outer).toMatchObject({
      blockName: 'core/group',
      innerHTML: '',
      innerBlocks: [{ blockName: 'core/quote', innerHTML: '<p>text</p>' }],
    });
  });

  it('has the rest as HTML behind a comment that closes nothing', () => {
    const rest = '<!-- /wp:group --><!-- wp:quote --><p>text</p><!-- /wp:quote -->';
    expect(parseBlocks(rest)).toMatchObject([{ blockName: null, innerHTML: rest }]);
  });

  it('has no attributes where they are no JSON, and is kept', () => {
    const text = '<!-- wp:quote {"cite":} --><p>text</p><!-- /wp:quote -->';
    expect(parseBlocks(text)).toMatchObject([{ blockName: 'core/quote', attrs: null }]);
    expect(serializeBlocks(parseBlocks(text))).toBe(text);
  });

  it('takes no name of an attribute for one of JavaScript', () => {
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
  ])('is read in a time that grows with its length: %s', (_, piece) => {
    const long = `<!-- wp:a {${piece.repeat(Math.ceil(1_000_000 / piece.length))}`;
    const blocks = parseBlocks(long);
    expect(serializeBlocks(blocks)).toBe(long);
  });
});

describe('a block that a program made', () => {
  const attributes = fc.dictionary(fc.string(), fc.jsonValue());
  const made = (attrs: Record<string, unknown>, html: string): ParsedBlock => ({
    ...{ blockName: 'acme/recipe', attrs, innerBlocks: [], innerHTML: html },
    innerContent: html === '' ? [] : [html],
  });

  it('is read as it was made, whatever its attributes say', () => {
    fc.assert(
      fc.property(attributes, fc.constantFrom('', '<p>text</p>'), (attrs, html) => {
        const [read, ...others] = parseBlocks(serializeBlocks([made(attrs, html)]));
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
  ])('holds %s without being ended by it', (_, value, written) => {
    expect(serializeBlocks([made({ text: value }, '')])).toBe(`<!-- wp:acme/recipe {"text":${written}} /-->`);
  });

  it('is written with the short name of the core, and with its blocks in their places', () => {
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
