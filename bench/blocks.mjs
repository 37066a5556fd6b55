// Block documents vs Markdown: parsing and traversal only, and the full path to safe HTML.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { marked } from 'marked';
import { CORE_BLOCKS } from '../build/blocks/core/blocks.js';
import { createBlockEngine } from '../build/blocks/engine.js';
import { parseBlocks } from '../build/blocks/grammar/parse.js';
import { renderMarkdown } from '../build/blocks/markdown.js';
import { createBlockRegistry } from '../build/blocks/registry.js';
import { createBlockFilters } from '../build/blocks/render/filters.js';
import { walkBlocks } from '../build/blocks/render/walk.js';
import { createDom, withDom } from '../build/blocks/wordpress/with-dom.js';
import { createHooks } from '../build/hooks/hooks.js';
import { measureEditor } from './editor-ready.mjs';
import { median, round } from './statistics.mjs';

const WORDS = 'Readers of this page want to know how a thing is set up and what to do when it is not.';
const SENTENCES = `${WORDS} ${WORDS} ${WORDS}`;

/** Block document with 50 top-level blocks (78 in all), and Markdown with the same content. */
function twins() {
  const blocks = [];
  const texts = [];
  for (let index = 0; index < 50; index += 1) {
    const [block, text] = KINDS[index % KINDS.length](index);
    blocks.push(block);
    texts.push(text);
  }
  return { document: blocks.join('\n\n'), markdown: texts.join('\n\n') };
}

const paragraph = () => [
  `<!-- wp:paragraph -->\n<p>${SENTENCES} <strong>Strong</strong> and <a href="https://example.com/a">a link</a>.</p>\n<!-- /wp:paragraph -->`,
  `${SENTENCES} **Strong** and [a link](https://example.com/a).`,
];
const heading = (index) => [
  `<!-- wp:heading {"level":2} -->\n<h2 class="wp-block-heading">Part ${index}</h2>\n<!-- /wp:heading -->`,
  `## Part ${index}`,
];
const list = () => {
  const item = `<!-- wp:list-item -->\n<li>${WORDS}</li>\n<!-- /wp:list-item -->`;
  const items = [item, item].join('\n');
  return [
    `<!-- wp:list -->\n<ul class="wp-block-list">${items}</ul>\n<!-- /wp:list -->`,
    [`- ${WORDS}`, `- ${WORDS}`].join('\n'),
  ];
};
const quote = () => [
  `<!-- wp:quote -->\n<blockquote class="wp-block-quote"><!-- wp:paragraph -->\n<p>${WORDS}</p>\n<!-- /wp:paragraph --></blockquote>\n<!-- /wp:quote -->`,
  `> ${WORDS}`,
];
const image = (index) => [
  `<!-- wp:image {"id":${index},"sizeSlug":"large"} -->\n<figure class="wp-block-image size-large"><img src="/media/${index}.png" alt="A"/></figure>\n<!-- /wp:image -->`,
  `![A](/media/${index}.png)`,
];
const KINDS = [paragraph, heading, paragraph, list, paragraph, quote, paragraph, image, paragraph, list];

export async function run({ quick }) {
  const { document, markdown } = twins();
  const registry = createBlockRegistry();
  for (const block of CORE_BLOCKS) registry.register(block, 'core');
  const hooks = createHooks().forOwner('bench');
  const engine = createBlockEngine({ registry, hooks, log: console, debug: false });
  const reader = { user: null, locale: 'en', context: {} };
  const tools = { locale: 'en', markdown: String, uniqueName: String };
  const walk = { find: registry.get, tools, place: () => '', failed: () => '', pause: () => null, filters: null };
  const filtered = { ...walk, filters: { ...createBlockFilters(hooks), reader } };
  const subjects = {
    walk: () => walkBlocks(parseBlocks(document), {}, walk),
    walk_async: () => walkBlocks(parseBlocks(document), {}, filtered),
    marked: () => marked.parse(markdown),
    blocks_to_safe_html: () => engine.render(document, { format: 'blocks' }),
    markdown_to_safe_html: () => renderMarkdown(markdown),
  };
  const msEach = quick ? 1_500 : 6_000;
  const ours = await measure(subjects, msEach);
  const ready = await measureEditor(document, quick ? 3 : 9);
  // Runs last, because it loads code that slows the others down and that no server has in the responding process.
  const times = { ...ours, ...(await measure({ wordpress_parse: parseByWordPress(document) }, msEach)) };
  const rows = Object.entries(times).map(([what, time]) => ({ what, 'microseconds per document': round(time) }));
  for (const [kind, time] of Object.entries(ready ?? {})) {
    rows.push({ what: `editor, first block editable (${kind})`, 'milliseconds after navigation': time });
  }
  return {
    rows,
    ratios: {
      parse_and_walk_vs_wordpress_parse: round(times.walk / times.wordpress_parse, 5),
      walk_vs_marked: round(times.walk / times.marked),
      walk_async_vs_walk: round(times.walk_async / times.walk),
      blocks_vs_markdown_to_safe_html: round(times.blocks_to_safe_html / times.markdown_to_safe_html),
    },
    counts: {
      documents_per_second: Math.round(1e6 / times.walk),
      document_bytes: Buffer.byteLength(document),
      markdown_bytes: Buffer.byteLength(markdown),
      ...editorSize(),
      ...(ready && { editor_ready_cold_milliseconds: ready.cold, editor_ready_warm_milliseconds: ready.warm }),
      blocks: countOf(parseBlocks(document).filter(({ blockName }) => blockName !== null)),
    },
  };
}

/** Parses with `@wordpress/blocks` in Node with a DOM and minimal block types: a lower bound. */
function parseByWordPress(document) {
  const load = createRequire(import.meta.url);
  const { parse, registerBlockType, setFreeformContentHandlerName } = load('@wordpress/blocks');
  const { createElement, RawHTML } = load('@wordpress/element');
  const dom = createDom(load);
  const content = { content: { type: 'string', source: 'raw' } };
  for (const name of ['paragraph', 'heading', 'list', 'list-item', 'quote', 'image', 'freeform']) {
    const metadata = { apiVersion: 3, name: `core/${name}`, title: name, category: 'text', attributes: content };
    const save = ({ attributes }) => createElement(RawHTML, null, attributes.content);
    withDom(dom, () => registerBlockType(metadata, { save }));
  }
  setFreeformContentHandlerName('core/freeform');
  return () => withDom(dom, () => parse(document));
}

/** Kilobytes of the scripts loaded by the editor page. */
function editorSize() {
  const folder = fileURLToPath(new URL('../dist/editor/', import.meta.url));
  const scripts = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'));
  const files = scripts.map((file) => `${folder}${file}`).filter((file) => statSync(file).isFile());
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  return { editor_script_gzip_kilobytes: Math.round(bytes / 1000) };
}

function countOf(blocks) {
  return blocks.reduce((sum, { innerBlocks }) => sum + 1 + countOf(innerBlocks), 0);
}

/** Microseconds per call: all subjects in turn, several rounds, median per subject. */
async function measure(subjects, msEach) {
  const rounds = 15;
  const times = new Map(Object.keys(subjects).map((name) => [name, []]));
  for (let round_ = -2; round_ < rounds; round_ += 1) {
    for (const [name, once] of Object.entries(subjects)) {
      const time = await timed(once, msEach / rounds);
      if (round_ >= 0) times.get(name).push(time);
    }
  }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)]));
}

async function timed(once, ms) {
  const start = performance.now();
  let calls = 0;
  do {
    const pending = once();
    if (pending instanceof Promise) await pending;
    calls += 1;
  } while (performance.now() - start < ms);
  return ((performance.now() - start) * 1000) / calls;
}
