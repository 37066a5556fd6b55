// Checks that no regular expression of src, templates and scripts takes polynomial time:
// node scripts/check-patterns.mjs [--all]
//
// scripts/patterns.json has three lists. `checked`: digests of patterns that recheck found to be linear, so that only
// new ones are checked; --all checks every pattern again, which takes minutes. `exceptions`: patterns that recheck
// rejects, each with its bound and the reason. `built`: every `new RegExp` and an example of what it makes.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { parseSync, Visitor } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const listFile = path.join(root, 'scripts/patterns.json');
const FOLDERS = ['src', 'templates', 'scripts'];
/** recheck uses random inputs. A fixed seed gives the same verdicts. */
const OPTIONS = { randomSeed: 0, timeout: 60_000 };

const list = JSON.parse(readFileSync(listFile, 'utf8'));
const found = FOLDERS.flatMap(patternsOf);
const errors = found.filter(({ isBuilt }) => isBuilt).flatMap(errorOfBuilt);

const patterns = new Map(found.filter(({ isBuilt }) => !isBuilt).map(({ pattern, file }) => [pattern, file]));
for (const { example, file } of list.built) patterns.set(example, file);
for (const pattern of Object.keys(list.exceptions)) {
  if (!patterns.has(pattern)) errors.push(`scripts/patterns.json: no file has the excepted pattern ${pattern}`);
}

const checkedDigests = new Set(process.argv.includes('--all') ? [] : list.checked);
const isNew = ([pattern]) => !checkedDigests.has(digestOf(pattern)) && !(pattern in list.exceptions);
for (const [pattern, file] of [...patterns].filter(isNew)) {
  const end = pattern.lastIndexOf('/');
  const { status, complexity, attack } = await check(pattern.slice(1, end), pattern.slice(end + 1), OPTIONS);
  if (status === 'safe') checkedDigests.add(digestOf(pattern));
  else
    errors.push(`${file}: ${complexity?.summary ?? status}: ${pattern}\n  ${attack?.pattern ?? 'no attack was found'}`);
}

const checked = [...patterns.keys()].map(digestOf).filter((digest) => checkedDigests.has(digest));
const text = `${JSON.stringify({ ...list, checked: [...new Set(checked)].toSorted() }, null, 2)}\n`;
if (!process.env.CI && text !== readFileSync(listFile, 'utf8')) writeFileSync(listFile, text);

for (const error of errors) console.error(error);
if (errors.length > 0)
  console.error('Rewrite these patterns, or list them in scripts/patterns.json (see CONTRIBUTING.md).');
// recheck keeps its own process alive.
process.exit(errors.length > 0 ? 1 : 0);

function digestOf(pattern) {
  return createHash('sha256').update(pattern).digest('hex').slice(0, 12);
}

/** Regular expressions of all modules in a folder: literals, and the source text of `new RegExp(...)`. */
function patternsOf(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?[jt]sx?$/.test(name) && !name.includes('node_modules'))
    .flatMap((name) => patternsOfModule(`${folder}/${name.split(path.sep).join('/')}`));
}

function patternsOfModule(file) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const found = [];
  const addBuilt = (node) => {
    if (node.callee.name !== 'RegExp') return;
    found.push({ file, pattern: text.slice(node.start, node.end).replaceAll(/\s+/g, ' '), isBuilt: true });
  };
  new Visitor({
    Literal: ({ regex }) => {
      if (regex) found.push({ file, pattern: `/${regex.pattern}/${regex.flags}`, isBuilt: false });
    },
    NewExpression: addBuilt,
    CallExpression: addBuilt,
  }).visit(parseSync(file, text).program);
  return found;
}

function errorOfBuilt({ file, pattern }) {
  const isListed = list.built.some((built) => built.file === file && built.expression === pattern);
  return isListed ? [] : [`${file}: not under "built" in scripts/patterns.json: ${pattern}`];
}
