// Writes docs/blocks.md from the metadata of the blocks registered with the knowledge base: `npm run docs`. A test
// fails if the file is out of date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = path.join(root, 'src/plugins/knowledge-base/blocks');

const INTRODUCTION = `# Blocks

<!-- Made by \`npm run docs\` from the metadata of the blocks: change that. -->

Every block that the server knows: those of the knowledge base, then those of WordPress that it shows and that the editor offers. Attributes without a place stand in the comment of the block, the others in its markup. A dynamic block stores no markup and is made for each reader; a static one is shown as it is stored, and the same to everybody. Around each run the filters \`pre_render_block\`, \`render_block_data\`, \`render_block_context\`, \`render_block\` and \`render_block_{name}\`, described among the [hooks](hooks.md). How to make one of your own is on the page about [blocks](../examples/demo-site/content/extending/blocks.md).
`;

/**
 * Builds the block reference.
 * @param registered result of `blocks.list()` in a plugin
 * @returns the content of docs/blocks.md
 */
export function blockReference(registered) {
  const ours = registered.filter(({ definition }) => !definition.metadata.name.startsWith('core/'));
  const others = registered.filter((block) => !ours.includes(block));
  return [INTRODUCTION, ...[...ours, ...others].map(entryOf)].join('\n');
}

function entryOf({ definition: { metadata, dynamic }, owner }) {
  const parts = [
    `## \`${metadata.name}\``,
    [`**${metadata.title}.**`, metadata.description, storedAs(metadata.name)].filter(Boolean).join(' '),
    ...attributesOf(metadata),
    factsOf(metadata, dynamic !== undefined, owner).join(' · '),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Markup description from the comment above the metadata. */
function storedAs(name) {
  const folder = name.split('/')[1];
  if (!readdirSync(FOLDER).includes(folder) || name.startsWith('core/')) return '';
  const source = readFileSync(path.join(FOLDER, folder, 'metadata.ts'), 'utf8');
  const above = source.slice(0, source.indexOf('export const metadata')).trimEnd();
  if (!above.endsWith('*/')) return '';
  const lines = above.slice(above.lastIndexOf('/**') + '/**'.length, -'*/'.length).split('\n');
  return lines
    .map((line) => line.replace(/^ \*/, '').trim())
    .join(' ')
    .trim();
}

function attributesOf({ name, attributes = {} }) {
  const rows = Object.entries(attributes).map(
    ([key, schema]) =>
      `| \`${key}\` | ${typeOf(schema)} | ${schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``} | ${placeOf(schema)} | ${cell(meaningOf(name, key))} |`,
  );
  if (rows.length === 0) return [];
  return [['| Attribute | Values | Default | Place | Meaning |', '|---|---|---|---|---|', ...rows].join('\n')];
}

/** Comment above an attribute. Most attributes are self-explanatory. */
function meaningOf(name, key) {
  const [namespace, folder] = name.split('/');
  if (namespace !== 'vendor-kb') return '';
  const source = readFileSync(path.join(FOLDER, folder, 'metadata.ts'), 'utf8');
  return new RegExp(`/\\*\\* ([^*]*) \\*/\\n\\s*${key}:`).exec(source)?.[1] ?? '';
}

function typeOf({ type, enum: choices, items, minimum, maximum }) {
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ');
  return [
    [type].flat().join(' or '),
    items ? ` of ${items.type}` : '',
    minimum === undefined ? '' : ` from ${minimum}`,
    maximum === undefined ? '' : ` to ${maximum}`,
  ].join('');
}

const placeOf = ({ source, selector }) => (source ? `${source}${selector ? ` of \`${selector}\`` : ''}` : '');

const cell = (text) => text.replaceAll('|', '\\|');
const named = (names) => names.map((name) => `\`${name}\``).join(', ');

function factsOf(metadata, isDynamic, owner) {
  const { category, keywords, supports, parent, ancestor, allowedBlocks, providesContext, usesContext } = metadata;
  const supported = Object.entries(supports ?? {}).map(([key, value]) => `\`${key}: ${JSON.stringify(value)}\``);
  return [
    isDynamic ? 'dynamic' : 'static',
    `of \`${owner}\``,
    ...(category ? [`category \`${category}\``] : []),
    ...(keywords ? [`keywords ${keywords.join(', ')}`] : []),
    ...(supported.length > 0 ? [`supports ${supported.join(', ')}`] : []),
    ...(parent ? [`stands in ${named(parent)}`] : []),
    ...(ancestor ? [`somewhere in ${named(ancestor)}`] : []),
    ...(allowedBlocks ? [`holds ${named(allowedBlocks)}`] : []),
    ...(providesContext ? [`tells those inside ${named(Object.keys(providesContext))}`] : []),
    ...(usesContext ? [`asks for ${named(usesContext)}`] : []),
    ...(metadata.example ? ['has an example'] : []),
    `filter \`render_block_${metadata.name}\``,
  ];
}

/** Blocks registered on a site with the knowledge base. @param api exports of the package, built or source */
export async function registeredBlocks({ definePlugin, knowledgeBase, createTestHost }) {
  let registered = [];
  const reader = definePlugin({
    name: 'block-reference',
    version: '1.0.0',
    requires: { 'knowledge-base': '*' },
    setup: ({ blocks }) => {
      registered = blocks.list();
    },
  });
  const host = await createTestHost({ plugins: [knowledgeBase(), reader] });
  await host.close();
  return registered;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { definePlugin } = await import('../dist/index.js');
  const { knowledgeBase } = await import('../dist/plugins.js');
  const { createTestHost } = await import('../dist/testing.js');
  const registered = await registeredBlocks({ definePlugin, knowledgeBase, createTestHost });
  writeFileSync(path.join(root, 'docs/blocks.md'), blockReference(registered));
}
