// WordPress blocks with their full editor in a separate process, because they take every browser global. Reads a JSON
// array of documents from standard input and writes the result of parsing and serializing each.
import { createRequire } from 'node:module';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { saves } from '../../build/plugins/knowledge-base/content/blocks/saves.js';

const load = createRequire(import.meta.url);
const { JSDOM } = load('jsdom');
const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost', pretendToBeVisual: true });
const define = (name, value) => Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) define(name, window[name]);
define('window', window);
define('document', window.document);
window.matchMedia = () => ({ matches: false, addEventListener() {}, removeEventListener() {}, addListener() {} });
window.CSS = { escape: String, supports: () => false };
define('CSS', window.CSS);
define(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
for (const name of ['log', 'info', 'warn', 'error', 'group', 'groupCollapsed']) console[name] = () => undefined;

const wordpress = load('@wordpress/blocks');
load('@wordpress/block-editor');
const { createElement, RawHTML } = load('@wordpress/element');
const library = path.join(path.dirname(load.resolve('@wordpress/block-library')), '.');
const CORE = [
  ...['paragraph', 'heading', 'list', 'list-item', 'quote', 'code', 'preformatted', 'table', 'image', 'gallery'],
  ...['separator', 'details', 'columns', 'column', 'buttons', 'button', 'embed', 'html', 'missing', 'freeform'],
];
for (const name of CORE) load(path.join(library, name, 'index.cjs')).init();
wordpress.setDefaultBlockName('core/paragraph');
wordpress.setFreeformContentHandlerName('core/freeform');
wordpress.setUnregisteredTypeHandlerName('core/missing');

const tools = {
  createElement,
  blockProps: wordpress.__unstableGetBlockProps,
  innerBlocksProps: wordpress.__unstableGetInnerBlocksProps,
  richText: (value) => createElement(RawHTML, null, String(value ?? '')),
};
const OWN = ['accordion', 'accordion-item', 'content-toggle', 'markdown', 'related-articles', 'category-posts'];
for (const name of OWN) {
  const { metadata } = await import(`../../build/plugins/knowledge-base/content/blocks/${name}/metadata.js`);
  wordpress.registerBlockType(metadata, { edit: () => null, save: saves[metadata.name]?.(tools) ?? (() => null) });
}

const all = (blocks) => blocks.flatMap((block) => [block, ...all(block.innerBlocks)]);
const documents = await json(process.stdin);
const answers = documents.map((document) => {
  const blocks = wordpress.parse(document);
  return {
    blocks: all(blocks).length,
    invalid: all(blocks)
      .filter(({ isValid }) => !isValid)
      .map(
        ({ name, validationIssues = [] }) =>
          `${name}: ${validationIssues
            .map(({ args }) => args.join(' '))
            .join('; ')
            .slice(0, 500)}`,
      ),
    missing: all(blocks).filter(({ name }) => name === 'core/missing').length,
    html: all(blocks).filter(({ name }) => name === 'core/html').length,
    serialized: wordpress.serialize(blocks),
    attributes: all(blocks).map(({ name, attributes }) => [name, attributes]),
  };
});
process.stdout.write(JSON.stringify(answers), () => process.exit(0));
