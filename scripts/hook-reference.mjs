// Writes docs/hooks.md from the interfaces `Actions` and `Filters` and the calls of `hooks.define`: `npm run docs`. A
// test fails if the file is out of date.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const KINDS = { Actions: 'action', Filters: 'filter' };

const INTRODUCTION = `# Hooks

<!-- Made by \`npm run docs\` from the sources: change those. -->

All actions and filters, with their types. They are in the package: a wrong name or argument does not compile. Hooks of the core are known as soon as \`mortise\` is imported; those of the knowledge base need its types as well:

\`\`\`ts
import { definePlugin } from 'mortise';
import type {} from 'mortise/plugins';

export const archive = () =>
  definePlugin({
    name: 'acme-archive',
    version: '1.0.0',
    requires: { 'knowledge-base': '^1.0.0' },
    setup({ hooks, log }) {
      hooks.addAction('vendor_kb_article_saved', (article, previous, { user }) => {
        log.info({ article: article.id, isNew: previous === null, by: user?.login }, 'An article was saved');
      });
    },
  });
\`\`\`

How callbacks are ordered, and what waiting means, is on the pages about [actions](../examples/demo-site/content/hooks/actions.md) and [filters](../examples/demo-site/content/hooks/filters.md); what becomes of errors and of slow callbacks, on the page about [failures](../examples/demo-site/content/hooks/failures.md).
`;

/** Effect of an error in a callback, as text for the table. */
function errorsOf({ critical, decorating, onError }) {
  if (critical) return 'thrown, always: it is critical';
  if (onError) return { throw: 'thrown', isolate: 'isolated', bail: 'the run ends with the value so far' }[onError];
  return decorating ? 'isolated in production, thrown in development' : 'thrown';
}

/**
 * Builds the hook reference.
 * @param definitions the `definition` of each entry of `hooks.list()`
 * @returns the content of docs/hooks.md
 * @throws Error if a hook is declared but not defined, defined but not declared, or has no comment
 */
export function hookReference(definitions) {
  const declared = readDeclarations();
  const undeclared = definitions.filter((one) => !declared.some((other) => isSame(one, other)));
  const undefined_ = declared.filter((one) => !definitions.some((other) => isSame(one, other)));
  const silent = declared.filter(({ comment }) => comment === '');
  for (const [fault, hooks] of Object.entries({ undeclared, undefined: undefined_, 'without a comment': silent })) {
    if (hooks.length > 0) throw new Error(`Hooks that are ${fault}: ${hooks.map(({ name }) => name).join(', ')}`);
  }
  const definers = [...new Set(definitions.map(({ definer }) => definer))].toSorted(
    (one, other) => Number(other === 'core') - Number(one === 'core') || one.localeCompare(other),
  );
  const sections = definers.map((definer) =>
    sectionOf(
      definer,
      definitions.filter((hook) => hook.definer === definer),
      declared,
    ),
  );
  return `${INTRODUCTION}\n${sections.join('\n')}`;
}

const isSame = (one, other) => one.kind === other.kind && one.name === other.name;

function sectionOf(definer, defined, declared) {
  const parts = Object.values(KINDS).flatMap((kind) => {
    const hooks = defined.filter((hook) => hook.kind === kind).toSorted((a, b) => a.name.localeCompare(b.name));
    if (hooks.length === 0) return [];
    return [
      `## ${definer}: ${kind}s\n`,
      ...hooks.map((hook) =>
        entryOf(
          hook,
          declared.find((one) => isSame(one, hook)),
        ),
      ),
    ];
  });
  return parts.join('\n');
}

function entryOf(hook, { comment, signature }) {
  const facts = [
    `since ${hook.since}`,
    hook.async === 'allowed' ? 'callbacks may be asynchronous' : 'synchronous',
    `errors: ${errorsOf(hook)}`,
    ...(hook.timeoutMs ? [`${hook.timeoutMs} ms for each callback`] : []),
    ...(hook.budgetMs ? [`${hook.budgetMs} ms in all`] : []),
    ...(hook.deprecated ? [`deprecated since ${hook.deprecated.since}`] : []),
  ];
  return `### \`${hook.name}\`\n\n${comment}\n\n\`\`\`ts\n${signature}\n\`\`\`\n\n${facts.join(' · ')}\n`;
}

/** Members of the interfaces in the sources, with their comments. */
function readDeclarations() {
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .flatMap((file) => declarationsIn(readFileSync(path.join(root, 'src', file), 'utf8')));
}

function declarationsIn(text) {
  if (!/interface (?:Actions|Filters)/.test(text)) return [];
  const { program, comments } = parseSync('hooks.ts', text, { lang: 'ts' });
  const found = [];
  new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      const kind = KINDS[id.name];
      if (!kind) return;
      for (const member of body.body) {
        const name = nameOf(member);
        if (name)
          found.push({ kind, name, comment: commentAbove(text, comments, member), signature: codeOf(text, member) });
      }
    },
  }).visit(program);
  return found;
}

function nameOf({ type, key, parameters }) {
  if (type === 'TSMethodSignature' || type === 'TSPropertySignature') return key.name ?? key.value;
  // [name: `save_post_${string}`] is a pattern, defined as save_post_{name}.
  const pattern = parameters?.[0]?.typeAnnotation?.typeAnnotation;
  return pattern?.type === 'TSTemplateLiteralType' ? pattern.quasis.map(({ value }) => value.raw).join('{name}') : null;
}

function commentAbove(text, comments, { start }) {
  const comment = comments.findLast((one) => one.end <= start && text.slice(one.end, start).trim() === '');
  const lines = comment?.value.split('\n').map((line) => line.replace(/^\s*\*\s?/, '').trim()) ?? [];
  return lines.join(' ').trim();
}

function codeOf(text, { start, end }) {
  const indent = text.slice(text.lastIndexOf('\n', start) + 1, start);
  return text.slice(start, end).replaceAll(`\n${indent}`, '\n').replace(/;$/, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { affiliate, bank, knowledgeBase, watermark } = await import('../dist/plugins.js');
  const { createTestHost } = await import('../dist/testing.js');
  const host = await createTestHost({ plugins: [knowledgeBase(), watermark(), affiliate(), bank()] });
  const definitions = host.hooks.list().flatMap(({ definition }) => definition ?? []);
  await host.close();
  writeFileSync(path.join(root, 'docs/hooks.md'), hookReference(definitions));
}
