import { readFileSync } from 'node:fs';
import { type ESTree, parseSync } from 'vite';
import { expect, it } from 'vitest';
import { readFiles } from './source-modules.js';

/** Comments, interface texts and test names start with a noun or a verb. Questions may start with a question word. */
const OPENING = /^(?:what|who|whoever|of|those|whose|how|where|somebody|nobody|that which)\b(?!-)(?!.*\?$)/i;
/** Words without a plain use. */
const WORDS =
  /\b(?:anew|whoever|somebody|nobody|lest|any more|all the same|tells of|is told|are told|for good|takes in|meanwhile)\b/i;
/** Words that say what happened to a value, or where it is, instead of what it is. */
const NAME =
  /^#?(?:anew|asked|beginning|bring|figures|given|gone|held|here|kept|known|made|nobody|opinions|said|seldom|several|shown|somebody|standing|taken|tend|there|told|wanted|whoever)$/i;
/** Members of the JSON export and of a hook, which do not change. */
const FIXED_MEMBERS = ['content/json/records.ts: figures', 'feedback/feedback-hooks.ts: held'];
const TEST_NAME = /^ *(?:describe|it)(?:\.\w+)*\('((?:[^'\\\n]|\\.)*)'/gm;

/** Removes quoted data, such as the access mode "nobody". */
const unquoted = (text: string): string => text.replace(/"[^"\n]*"|`[^`\n]*`/g, '');

function faultsOf(file: string, texts: readonly string[]): string[] {
  return texts.filter((text) => OPENING.test(text) || WORDS.test(unquoted(text))).map((text) => `${file}: ${text}`);
}

/** Returns the lines of a page outside code that contain words without a plain use. */
function faultyLines(file: string, text: string): string[] {
  const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
  return prose
    .split('\n')
    .filter((line) => WORDS.test(unquoted(line)))
    .map((line) => `${file}: ${line}`);
}

/** Returns comments without their marks. Consecutive lines of `//` are one comment. */
function commentsOf(file: string, text: string): string[] {
  const merged: string[] = [];
  let end = -1;
  for (const comment of parseSync(file, text, { lang: /x$/.test(file) ? 'tsx' : 'ts' }).comments) {
    const isContinued = comment.type === 'Line' && end >= 0 && /^\n[ \t]*$/.test(text.slice(end, comment.start));
    const value = comment.value.replace(/^[\s*]+/gm, '').trim();
    if (isContinued) merged.push(`${merged.pop()} ${value}`);
    else merged.push(value);
    end = comment.type === 'Line' ? comment.end : -1;
  }
  return merged;
}

it.each(['src', 'test', 'bench', 'scripts', 'examples', 'templates'])(
  '%s has plain comments and test names',
  (folder) => {
    for (const [file, text] of readFiles(folder, /\.(?:[jt]sx?|mjs)$/)) {
      expect(faultsOf(file, commentsOf(file, text))).toEqual([]);
      if (!file.endsWith('.test.ts')) continue;
      const names = [...text.matchAll(TEST_NAME)].map(([, name = '']) => name);
      expect(faultsOf(file, names)).toEqual([]);
    }
  },
);

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

/** Returns the names that a pattern binds, such as `a`, `b` and `rest` in `{ key: a, b = 1, ...rest }`. */
function boundNames(pattern: ESTree.Node | null): string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) =>
        boundNames(property.type === 'Property' ? property.value : property),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap(boundNames);
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    default:
      return [];
  }
}

/** Returns a node and the nodes below it. */
function* nodesOf(node: ESTree.Node): Generator<ESTree.Node> {
  yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) yield* nodesOf(child);
  }
}

/** Returns the names that a node declares: variables, parameters, functions, types and members. */
function declaredNames(node: ESTree.Node): string[] {
  const names: string[] = [];
  if (node.type === 'VariableDeclarator') names.push(...boundNames(node.id));
  if ('params' in node && Array.isArray(node.params)) names.push(...node.params.flatMap(boundNames));
  if (/Declaration$/.test(node.type) && 'id' in node) names.push(...boundNames(node.id));
  if (/^(?:TS(?:Property|Method)Signature|(?:Property|Method)Definition)$/.test(node.type) && 'key' in node) {
    const { key } = node;
    if (key.type === 'PrivateIdentifier' || key.type === 'Identifier') names.push(key.name);
  }
  return names;
}

/** Returns the sentence that a literal or a part of a template contains. */
function sentencesOf(node: ESTree.Node): string[] {
  const text = node.type === 'Literal' ? node.value : node.type === 'TemplateElement' ? node.value.cooked : null;
  return typeof text === 'string' && /^[^a-z].*\S \S+ \S/s.test(text) ? [text] : [];
}

it.each(['src', 'test', 'bench', 'scripts', 'templates'])('names and messages of %s are plain', (folder) => {
  const faults: string[] = [];
  for (const [file, text] of readFiles(folder, /\.(?:[jt]sx?|mjs)$/)) {
    for (const node of nodesOf(parseSync(file, text, { lang: /x$/.test(file) ? 'tsx' : 'ts' }).program)) {
      faults.push(...declaredNames(node).flatMap((name) => (NAME.test(name) ? `${file}: ${name}` : [])));
      if (folder !== 'test') faults.push(...faultsOf(file, sentencesOf(node)));
    }
  }
  expect(faults.filter((fault) => !FIXED_MEMBERS.some((member) => fault.endsWith(member)))).toEqual([]);
});

it.each(['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'])('%s is plain', (file) => {
  expect(faultyLines(file, readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))).toEqual([]);
});

it('interface texts are plain', () => {
  for (const [file, text] of readFiles('src', /^(?!.*packages).*\/en\.json$/)) {
    expect(faultsOf(file, Object.values(JSON.parse(text) as Record<string, string>))).toEqual([]);
  }
});

it.each(['docs', 'examples', '.changeset'])('the pages of %s are plain', (folder) => {
  for (const [file, text] of readFiles(folder, /\.md$/)) expect(faultyLines(file, text)).toEqual([]);
});
