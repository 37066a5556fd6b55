import { readFileSync } from 'node:fs';
import { affiliate, bank, knowledgeBase, watermark } from 'mortise/plugins';
import { createTestHost } from 'mortise/testing';
import { parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { readSourceModules } from '../architecture/source-modules.js';

/** Methods that dispatch or hold a hook, with the hook's type. */
const VERBS: Readonly<Record<string, string>> = {
  doAction: 'action',
  doActionAsync: 'action',
  announce: 'action',
  announceAll: 'action',
  action: 'action',
  applyFilters: 'filter',
  applyFiltersAsync: 'filter',
  bail: 'filter',
  bailAsync: 'filter',
  filter: 'filter',
};

/** Hooks dispatched by a file, as `kind name`. Names that are not literals become a question mark. */
function dispatchedIn(file: string, text: string): string[] {
  const dispatched: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [name] }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const kind = VERBS[callee.property.name];
      if (!kind || !/(?:^|\.)(?:hooks|outbox)$/.test(text.slice(callee.object.start, callee.object.end))) return;
      if (name?.type === 'Literal') dispatched.push(`${kind} ${name.value}`);
      else if (name?.type === 'TemplateLiteral') {
        dispatched.push(`${kind} ${name.quasis.map(({ value }) => value.raw).join('{name}')}`);
      } else dispatched.push(`${kind} ? in ${file}`);
    },
  }).visit(parseSync(file, text, { lang: 'ts' }).program);
  return dispatched;
}

/** Hooks fired by other code, with listeners in ours. */
const FIRED_BY_OTHERS = ['action vendor_affiliate_record_sale', 'action vendor_affiliate_refund_sale'];

it('defines every dispatched hook and dispatches every defined hook', async () => {
  const host = await createTestHost({ plugins: [knowledgeBase(), watermark(), affiliate(), bank()] });
  const defined = host.hooks.list().flatMap(({ kind, definition }) => (definition ? `${kind} ${definition.name}` : []));
  await host.close();
  const dispatched = readSourceModules()
    .filter(({ file }) => !file.startsWith('hooks/'))
    .flatMap(({ file }) => dispatchedIn(file, readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8')));
  expect([...new Set([...dispatched, ...FIRED_BY_OTHERS])].toSorted()).toEqual(defined.toSorted());
});

it('finds hooks by any method, with and without a literal name', () => {
  const text = `
    hooks.doAction('a'); context.hooks.applyFiltersAsync('b/c', 1); this.hooks.bail(\`d_\${x}\`, 1);
    parts.hooks.filter(name).apply(1); parts.outbox.announce('e', 1); command.action('no hook');`;
  expect(dispatchedIn('x.ts', text)).toEqual([
    'action a',
    'filter b/c',
    'filter d_{name}',
    'filter ? in x.ts',
    'action e',
  ]);
});
