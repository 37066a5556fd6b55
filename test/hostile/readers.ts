import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { cleanDocument } from '../../src/blocks/clean.js';
import { htmlToBlocks } from '../../src/blocks/convert/html-to-blocks.js';
import { htmlToMarkdown } from '../../src/blocks/convert/html-to-markdown.js';
import { parseHtml } from '../../src/blocks/convert/html-tree.js';
import { markdownToBlocks } from '../../src/blocks/convert/markdown-to-blocks.js';
import { parseBlocks } from '../../src/blocks/grammar/parse.js';
import { highlightCode } from '../../src/blocks/highlight.js';
import { highlightSamples, renderHtml } from '../../src/blocks/html.js';
import { ENGLISH } from '../../src/blocks/lex-markdown.js';
import { renderMarkdown } from '../../src/blocks/markdown.js';
import { markdownDocument } from '../../src/blocks/markdown-blocks.js';
import { outline } from '../../src/blocks/outline.js';
import { plainText, textStart } from '../../src/blocks/plain-text.js';
import { readBlocks } from '../../src/blocks/read-blocks.js';
import { readingMeasures, readingTime } from '../../src/blocks/reading-time.js';
import { cutHtml } from '../../src/blocks/texts/cut-html.js';
import { alignLines, diffLines } from '../../src/blocks/texts/line-diff.js';
import { mergeTexts } from '../../src/blocks/texts/merge-texts.js';
import { createWordSegmenter } from '../../src/blocks/word-segments.js';
import { boundNesting, sanitizeHtml } from '../../src/core/html/sanitize.js';
import { parseBody } from '../../src/core/http/body.js';
import { hasEntityTag } from '../../src/core/http/entity-tags.js';
import { fileResponse, type ServedFile } from '../../src/core/http/file-response.js';
import { parseJson } from '../../src/core/http/json-body.js';
import { parseQuery } from '../../src/core/http/query.js';
import { parseEmail } from '../../src/core/identifiers.js';
import { parseCookies } from '../../src/core/identity/cookies.js';
import { parseScope } from '../../src/core/identity/oauth/scopes.js';
import { parseLogin, parseName, parsePassword } from '../../src/core/identity/user-fields.js';
import { readExif } from '../../src/core/media/exif.js';
import { provenanceXmp } from '../../src/core/media/provenance.js';
import { parseAmount, parsePercent } from '../../src/core/money.js';
import { parseFields } from '../../src/core/rest/fields.js';
import { readWordPressPath } from '../../src/core/rest/wordpress-path.js';
import { parseCode } from '../../src/plugins/affiliate/affiliates/code.js';
import { fold as foldName } from '../../src/plugins/affiliate/affiliates/folded-names.js';
import { parseCampaign } from '../../src/plugins/affiliate/links/campaign.js';
import { readAmount, readFreeAmount } from '../../src/plugins/bank/formats/amounts.js';
import { linesOf } from '../../src/plugins/bank/formats/encoding/lines.js';
import { statementFormats } from '../../src/plugins/bank/formats/formats.js';
import { parseExactly } from '../../src/plugins/bank/formats/json/json-record.js';
import { readMt940Amount } from '../../src/plugins/bank/formats/mt940/entry.js';
import { readFieldNs, readNumbered, readPlain, readSlashed } from '../../src/plugins/bank/formats/mt940/information.js';
import { readSepaTexts } from '../../src/plugins/bank/formats/mt940/sepa-texts.js';
import { readBalance, readStatementLine } from '../../src/plugins/bank/formats/mt940/statement-line.js';
import { readAccount } from '../../src/plugins/bank/formats/mt940/statement-reader.js';
import { readSubfields } from '../../src/plugins/bank/formats/mt940/subfields.js';
import { readQifDay } from '../../src/plugins/bank/formats/qif/qif-day.js';
import { readCreditorReference } from '../../src/plugins/bank/formats/references/creditor-reference.js';
import { readEndToEndId } from '../../src/plugins/bank/formats/references/end-to-end-id.js';
import { readSymbol } from '../../src/plugins/bank/formats/references/symbols.js';
import { readFieldWords, readLines, readPlaces, readWords } from '../../src/plugins/bank/profiles/written-places.js';
import { readDisclosure, readOpening, splitId } from '../../src/plugins/knowledge-base/content/blocks/markup.js';
import { decodePath } from '../../src/plugins/knowledge-base/content/import/address.js';
import { parseFrontMatter, splitFrontMatter } from '../../src/plugins/knowledge-base/content/import/front-matter.js';
import { readPage } from '../../src/plugins/knowledge-base/content/import/html/read-page.js';
import { parseImportMap } from '../../src/plugins/knowledge-base/content/import/import-map.js';
import { scanLinks } from '../../src/plugins/knowledge-base/content/import/links/scan-links.js';
import { scanMedia } from '../../src/plugins/knowledge-base/content/import/links/scan-media.js';
import { readToml } from '../../src/plugins/knowledge-base/content/import/read-toml.js';
import { readYaml } from '../../src/plugins/knowledge-base/content/import/read-yaml.js';
import { readArticleExtras, readCategoryExtras } from '../../src/plugins/knowledge-base/content/import/wxr/extras.js';
import { readWxr } from '../../src/plugins/knowledge-base/content/import/wxr/read-wxr.js';
import { splitJson } from '../../src/plugins/knowledge-base/content/json/split-json.js';
import { readName } from '../../src/plugins/knowledge-base/domain/feedback/feedback-form.js';
import { createAnalyzer } from '../../src/plugins/knowledge-base/domain/search/analyzer.js';
import { fold } from '../../src/plugins/knowledge-base/domain/search/fold.js';
import { createHighlighter } from '../../src/plugins/knowledge-base/domain/search/highlight.js';
import { parseQuery as parseSearch } from '../../src/plugins/knowledge-base/domain/search/parse-query.js';
import { createTokenizer } from '../../src/plugins/knowledge-base/domain/search/tokenize.js';
import { markdownOf, prefersMarkdown } from '../../src/plugins/knowledge-base/surfaces/syndication/markdown.js';
import { smallFile } from '../plugins/bank/formats/small-file.js';

/** Reads a text of any length. A rejection by an error is a valid result. */
export type Read = (text: string) => unknown;

export interface Reader {
  /** Module relative to `src` and the covered exports: `blocks/markdown.ts renderMarkdown`. */
  readonly of: string;
  readonly read: Read;
  /** Tokens of its grammar, from which hostile texts are built. */
  readonly tokens: readonly string[];
}

const MARKDOWN = [
  '*',
  '_',
  '`',
  '[',
  '](',
  '!',
  '<a',
  '\n',
  '- ',
  '> ',
  '|',
  '&',
  '\\',
  '#',
  '=\n',
  'http://',
  '^',
  '~',
  '\t',
  'a',
  ' ',
];
const HTML = [
  '<',
  '>',
  '<a',
  '<b>',
  '</b>',
  '<p ',
  '="',
  "'",
  '<!--',
  '-->',
  '<!',
  '&',
  '&amp;',
  '<td>',
  '<li>',
  '<pre><code class="lang-js">',
  '\n',
  'a',
  ' ',
];
const BLOCKS = [
  '<!-- wp:',
  '<!-- /wp:',
  'html',
  ' {',
  '"a":',
  '}',
  ' -->',
  '/-->',
  '<p>',
  '\\',
  '"',
  '[',
  '\n',
  'a',
  ' ',
];
const YAML = [
  'a: ',
  '- ',
  '[',
  '{',
  ']',
  '}',
  '"',
  "'",
  '&a ',
  '*a ',
  '!!',
  '? ',
  ': ',
  '|\n',
  '#',
  '\n',
  '  ',
  '\t',
  '---\n',
  ',',
];
const JSON_TOKENS = ['{', '}', '[', ']', '"', '\\', '\\u', ':', ',', '1', '-', 'e', '.', '"a":', ' ', '\n'];
const XML = [
  '<',
  '>',
  '</',
  '<a>',
  '</a>',
  '<a ',
  '="',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '&',
  '&lt;',
  '<?',
  '\n',
  'a',
  ' ',
];
const WORDS = ['a', ' ', '漢', '字', 'ไ', 'ทย', '\u0301', '\u200d', '-', "'", '"', '.', '1', 'İ', 'ß', '\n', 'the '];
const HEADER = [' ', '\t', ',', ';', '=', '"', '*/', '*', 'q=', '0', '1', '-', 'a', 'bytes=', 'W/"', '%', '\\'];
const PATH = ['/', 'a/', '..', '.', '%', '%2f', '%25', '\\', '?', '#', 'a', 'é', '-'];
const MT940 = [
  ':86:',
  ':61:',
  ':20:',
  '?20',
  '/',
  'EREF+',
  '\r\n',
  '\n',
  '0',
  '1,',
  'C',
  'D',
  'N',
  'a',
  ' ',
  '-',
  '//',
  '+',
];
const STATEMENT = [...MT940, ...XML, '"', ';', ',', '\t', '<OFX>', '<STMTTRN>', '{"transactions":['];

const folder = mkdtempSync(path.join(tmpdir(), 'mortise-hostile-'));
const stopped = new AbortController().signal;
/** Serves conditional and partial requests without being opened. */
const image: ServedFile = {
  bytes: 1_000,
  modifiedAt: new Date(0),
  etag: '"a"',
  type: 'image/png',
  disposition: 'inline',
  cache: 'no-store',
  open: async () => Readable.from([]),
};

async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  for await (const _part of parts);
}

async function* pieces(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += 4_096) yield text.slice(start, start + 4_096);
}

/** Every reader of texts from users. */
export const READERS: readonly Reader[] = [
  { of: 'blocks/markdown.ts renderMarkdown', read: (text) => renderMarkdown(text), tokens: MARKDOWN },
  {
    of: 'blocks/markdown-blocks.ts markdownDocument',
    read: (text) => markdownDocument(text, ENGLISH),
    tokens: MARKDOWN,
  },
  {
    of: 'blocks/convert/markdown-to-blocks.ts markdownToBlocks',
    read: (text) => markdownToBlocks(text, { labels: ENGLISH }),
    tokens: MARKDOWN,
  },
  { of: 'blocks/html.ts renderHtml', read: (text) => renderHtml(text), tokens: HTML },
  { of: 'blocks/html.ts highlightSamples', read: highlightSamples, tokens: HTML },
  { of: 'blocks/outline.ts outline', read: (text) => outline(text, { table: 'Table' }), tokens: HTML },
  { of: 'blocks/plain-text.ts plainText', read: plainText, tokens: HTML },
  { of: 'blocks/plain-text.ts textStart', read: (text) => textStart(text, 800), tokens: HTML },
  { of: 'blocks/convert/html-to-blocks.ts htmlToBlocks', read: (text) => htmlToBlocks(text), tokens: HTML },
  { of: 'blocks/convert/html-to-markdown.ts htmlToMarkdown', read: (text) => htmlToMarkdown(text), tokens: HTML },
  { of: 'blocks/convert/html-tree.ts parseHtml', read: (text) => parseHtml(text), tokens: HTML },
  { of: 'core/html/sanitize.ts sanitizeHtml', read: (text) => sanitizeHtml(text), tokens: HTML },
  { of: 'core/html/sanitize.ts boundNesting', read: boundNesting, tokens: HTML },
  { of: 'blocks/clean.ts cleanDocument', read: (text) => cleanDocument(text, { classes: [] }), tokens: BLOCKS },
  { of: 'blocks/grammar/parse.ts parseBlocks', read: parseBlocks, tokens: BLOCKS },
  { of: 'blocks/read-blocks.ts readBlocks', read: readBlocks, tokens: BLOCKS },
  {
    of: 'blocks/highlight.ts highlightCode',
    read: (text) => highlightCode(text, 'js'),
    tokens: [...JSON_TOKENS, '`', '/', '${', '<', '/*'],
  },
  { of: 'blocks/reading-time.ts readingTime', read: (text) => readingTime(text, 'th'), tokens: WORDS },
  { of: 'blocks/reading-time.ts readingMeasures', read: (text) => readingMeasures(text, 'en'), tokens: WORDS },
  {
    of: 'blocks/texts/cut-html.ts cutHtml',
    read: (text) => cutHtml(text, { words: 500_000, firstSection: true }),
    tokens: [...HTML, '漢', 'ไทย'],
  },
  {
    of: 'blocks/texts/line-diff.ts diffLines',
    read: (text) => diffLines(text, text.split('\n').toReversed().join('\n'), ['a', 'b']),
    tokens: ['\n', 'a\n', 'b\n', 'ab', '\r\n', ' '],
  },
  {
    of: 'blocks/texts/line-diff.ts alignLines',
    read: (text) => alignLines(text, `${text}a\n${text}`),
    tokens: ['\n', 'a\n', 'b\n', 'ab', '\r\n', ' '],
  },
  {
    of: 'blocks/texts/merge-texts.ts mergeTexts',
    read: (text) => mergeTexts(text, `${text}a\n${text}`, text.split('\n').toReversed().join('\n')),
    tokens: ['\n', 'a\n', 'b\n', 'ab', '\r\n', ' '],
  },
  {
    of: 'blocks/word-segments.ts createWordSegmenter',
    read: (text) => [...createWordSegmenter('th')(text)],
    tokens: WORDS,
  },
  {
    of: 'core/media/exif.ts readExif',
    read: (text) => readExif(Buffer.from(text, 'latin1')),
    tokens: ['Exif\0\0', 'II*\0', 'MM\0*', '\0', '\x01', '\xff', '\x08\0\0\0'],
  },
  {
    of: 'core/media/provenance.ts provenanceXmp',
    read: provenanceXmp,
    tokens: [
      '<rdf:RDF',
      ' xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
      '<rdf:Description>',
      '<dc:rights>',
      '</dc:rights>',
      '</rdf:Description>',
      '&amp;',
      ' dc:rights="',
      '>',
      '<',
    ],
  },
  {
    of: 'core/http/body.ts parseBody',
    read: (text) =>
      parseBody(Buffer.from(text), 'application/x-www-form-urlencoded', { limit: 1_048_576, takesBytes: false }),
    tokens: ['a=', '&', '[', ']', '[]', '%', '+', '.', 'a[b]=', '='],
  },
  { of: 'core/http/json-body.ts parseJson', read: (text) => parseJson(Buffer.from(text)), tokens: JSON_TOKENS },
  {
    of: 'core/http/query.ts parseQuery',
    read: parseQuery,
    tokens: ['a=', '&', '[', ']', '[]', '%', '+', '.', 'a[b]=', '='],
  },
  { of: 'core/http/entity-tags.ts hasEntityTag', read: (text) => hasEntityTag(text, '"a"'), tokens: HEADER },
  {
    of: 'core/http/file-response.ts fileResponse',
    read: (text) => fileResponse({ method: 'GET', headers: { range: text, 'if-none-match': text } }, image),
    tokens: HEADER,
  },
  { of: 'core/identity/cookies.ts parseCookies', read: parseCookies, tokens: HEADER },
  { of: 'core/rest/fields.ts parseFields', read: parseFields, tokens: ['a', '.', ',', 'a.', ' ', '..', '1'] },
  {
    of: 'core/rest/wordpress-path.ts readWordPressPath',
    read: (text) => readWordPressPath(text, {}),
    tokens: [...PATH, '(?P<id>', '[\\d]+', ')'],
  },
  { of: 'core/identifiers.ts parseEmail', read: parseEmail, tokens: ['a', '@', '.', '-', '"', ' ', '+', 'é'] },
  { of: 'core/identity/oauth/scopes.ts parseScope', read: parseScope, tokens: ['a', ' ', ':', '"', '\\'] },
  { of: 'core/identity/user-fields.ts parseLogin', read: parseLogin, tokens: WORDS },
  { of: 'core/identity/user-fields.ts parseName', read: parseName, tokens: WORDS },
  { of: 'core/identity/user-fields.ts parsePassword', read: parsePassword, tokens: WORDS },
  {
    of: 'core/money.ts parseAmount',
    read: (text) => parseAmount(text, 'EUR'),
    tokens: ['1', '0', '.', ',', '-', ' ', 'e'],
  },
  { of: 'core/money.ts parsePercent', read: parsePercent, tokens: ['1', '0', '.', ',', '-', ' ', '%'] },
  { of: 'plugins/affiliate/affiliates/code.ts parseCode', read: parseCode, tokens: WORDS },
  { of: 'plugins/affiliate/affiliates/folded-names.ts fold', read: foldName, tokens: WORDS },
  { of: 'plugins/affiliate/links/campaign.ts parseCampaign', read: parseCampaign, tokens: WORDS },
  ...statementFormats().map(
    (format): Reader => ({
      of: `plugins/bank/formats/formats.ts ${format.name}`,
      read: (text) => drain(format.read(smallFile(text), { signal: stopped })),
      tokens: STATEMENT,
    }),
  ),
  {
    of: 'plugins/bank/formats/amounts.ts readAmount',
    read: (text) => readAmount(text, 'EUR'),
    tokens: ['1', '0', '.', ',', '-', ' ', "'"],
  },
  {
    of: 'plugins/bank/formats/amounts.ts readFreeAmount',
    read: (text) => readFreeAmount(text, 'EUR'),
    tokens: ['1', '0', '.', ',', '-', ' ', "'"],
  },
  {
    of: 'plugins/bank/formats/qif/qif-day.ts readQifDay',
    read: (text) => readQifDay(text, 'dmy'),
    tokens: ['1', '0', '/', '.', "'", ' ', '-'],
  },
  {
    of: 'plugins/bank/formats/encoding/lines.ts linesOf',
    read: (text) => drain(linesOf(pieces(text))),
    tokens: ['\r', '\n', '\r\n', 'a', ' '],
  },
  { of: 'plugins/bank/formats/json/json-record.ts parseExactly', read: parseExactly, tokens: JSON_TOKENS },
  { of: 'plugins/bank/formats/mt940/statement-reader.ts readAccount', read: readAccount, tokens: MT940 },
  {
    of: 'plugins/bank/formats/mt940/entry.ts readMt940Amount',
    read: (text) => readMt940Amount(text, 'EUR'),
    tokens: MT940,
  },
  ...[readFieldNs, readNumbered, readPlain, readSlashed].map(
    (read): Reader => ({
      of: `plugins/bank/formats/mt940/information.ts ${read.name}`,
      read: (text) => read(text.split('\n')),
      tokens: MT940,
    }),
  ),
  { of: 'plugins/bank/formats/mt940/subfields.ts readSubfields', read: readSubfields, tokens: MT940 },
  {
    of: 'plugins/bank/formats/mt940/sepa-texts.ts readSepaTexts',
    read: (text) => readSepaTexts(text.split('\n'), 27),
    tokens: MT940,
  },
  { of: 'plugins/bank/formats/mt940/statement-line.ts readStatementLine', read: readStatementLine, tokens: MT940 },
  { of: 'plugins/bank/formats/mt940/statement-line.ts readBalance', read: readBalance, tokens: MT940 },
  {
    of: 'plugins/bank/formats/references/creditor-reference.ts readCreditorReference',
    read: readCreditorReference,
    tokens: ['RF', '1', '0', ' ', 'A', '-'],
  },
  { of: 'plugins/bank/formats/references/end-to-end-id.ts readEndToEndId', read: readEndToEndId, tokens: WORDS },
  {
    of: 'plugins/bank/formats/references/symbols.ts readSymbol',
    read: readSymbol,
    tokens: ['1', '0', ' ', '/', 'VS', 'a'],
  },
  ...[readFieldWords, readLines, readPlaces, readWords].map(
    (read): Reader => ({
      of: `plugins/bank/profiles/written-places.ts ${read.name}`,
      read,
      tokens: ['|', ' | ', '\\', '"', '=', 'a', ' ', '\n', '\\\\'],
    }),
  ),
  {
    of: 'plugins/knowledge-base/content/blocks/markup.ts readOpening',
    read: (text) => readOpening(`<details ${text}`, 'details'),
    tokens: HTML,
  },
  {
    of: 'plugins/knowledge-base/content/blocks/markup.ts readDisclosure',
    read: (text) => readDisclosure(`<details>${text}`),
    tokens: [...HTML, '<summary>', '</summary>'],
  },
  { of: 'plugins/knowledge-base/content/blocks/markup.ts splitId', read: splitId, tokens: HTML },
  { of: 'plugins/knowledge-base/content/import/address.ts decodePath', read: decodePath, tokens: PATH },
  {
    of: 'plugins/knowledge-base/content/import/front-matter.ts parseFrontMatter',
    read: (text) => parseFrontMatter(`---\n${text}\n---\nBody`),
    tokens: YAML,
  },
  {
    of: 'plugins/knowledge-base/content/import/front-matter.ts splitFrontMatter',
    read: (text) => splitFrontMatter(`+++\n${text}\n+++\nBody`),
    tokens: [...YAML, '+++\n', '{'],
  },
  {
    of: 'plugins/knowledge-base/content/import/read-toml.ts readToml',
    read: (text) => readToml(`a = ${text}`),
    tokens: ['[', ']', '{a=', '}', ',', '"', "'", '"""', '\n', 'a = 1\n', '[a]\n', '[[a]]\n', 'a.b', '#', '\\'],
  },
  {
    of: 'plugins/knowledge-base/content/import/html/read-page.ts readPage',
    read: readPage,
    tokens: [...HTML, '<main>', '<h1>', '<title>', '<meta '],
  },
  { of: 'plugins/knowledge-base/content/import/import-map.ts parseImportMap', read: parseImportMap, tokens: YAML },
  { of: 'plugins/knowledge-base/content/import/read-yaml.ts readYaml', read: (text) => readYaml(text), tokens: YAML },
  {
    of: 'plugins/knowledge-base/content/import/links/scan-links.ts scanLinks',
    read: (text) => scanLinks(text, 'markdown'),
    tokens: [...MARKDOWN, '{{% ', '{{', '<img srcset="'],
  },
  {
    of: 'plugins/knowledge-base/content/import/links/scan-media.ts scanMedia',
    read: (text) => scanMedia(text, 'html'),
    tokens: [...HTML, '<img srcset="', ' 1x,', '[gallery ids="', '"id":'],
  },
  {
    of: 'plugins/knowledge-base/content/import/wxr/extras.ts readArticleExtras',
    read: readArticleExtras,
    tokens: JSON_TOKENS,
  },
  {
    of: 'plugins/knowledge-base/content/import/wxr/extras.ts readCategoryExtras',
    read: readCategoryExtras,
    tokens: JSON_TOKENS,
  },
  {
    of: 'plugins/knowledge-base/content/import/wxr/read-wxr.ts readWxr',
    read: readFileWith((name) => readWxr(name, async () => {})),
    tokens: [...XML, '<item>', '<content:encoded>', '<rss><channel>'],
  },
  {
    of: 'plugins/knowledge-base/content/json/split-json.ts splitJson',
    read: (text) => drain(splitJson(pieces(text), { length: 1_000_000, depth: 50 })),
    tokens: JSON_TOKENS,
  },
  { of: 'plugins/knowledge-base/domain/feedback/feedback-form.ts readName', read: readName, tokens: WORDS },
  {
    of: 'plugins/knowledge-base/domain/search/analyzer.ts createAnalyzer',
    read: (text) => createAnalyzer('en').analyze(text),
    tokens: WORDS,
  },
  { of: 'plugins/knowledge-base/domain/search/fold.ts fold', read: fold, tokens: WORDS },
  {
    of: 'plugins/knowledge-base/domain/search/highlight.ts createHighlighter',
    read: (text) => createHighlighter('ja').snippet(text, ['alpha', '漢字'], 200),
    tokens: WORDS,
  },
  {
    of: 'plugins/knowledge-base/domain/search/parse-query.ts parseQuery',
    read: (text) => parseSearch(text, createAnalyzer('en')),
    tokens: WORDS,
  },
  {
    of: 'plugins/knowledge-base/domain/search/tokenize.ts createTokenizer',
    read: (text) => createTokenizer('th')(text),
    tokens: WORDS,
  },
  {
    of: 'plugins/knowledge-base/surfaces/syndication/markdown.ts markdownOf',
    read: (text) => markdownOf({ html: text as never }, 'https://example.com/kb/a'),
    tokens: HTML,
  },
  {
    of: 'plugins/knowledge-base/surfaces/syndication/markdown.ts prefersMarkdown',
    read: prefersMarkdown,
    tokens: [...HEADER, 'text/markdown', 'text/html'],
  },
];

/** Passes a text as a file. */
function readFileWith(read: (file: string) => Promise<unknown>): Read {
  const name = path.join(folder, 'text');
  return async (text) => {
    writeFileSync(name, text);
    await read(name);
  };
}
