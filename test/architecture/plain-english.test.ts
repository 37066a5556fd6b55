import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { readFiles } from './source-modules.js';

/** Faults by folder. The numbers may only fall; `MORTISE_UPDATE=1` writes the present ones. */
const LIMITS = fileURLToPath(new URL('plain-english.json', import.meta.url));

/** Comments, interface texts and test names start with a noun or a verb. */
const OPENING = /^(?:what|who|whoever|of|those|whose|how|where|somebody|nobody|that which)\b(?!-)/i;
/** Words without a plain use. */
const WORDS =
  /\b(?:anew|whoever|somebody|nobody|lest|any more|all the same|tells of|is told|are told|for good|takes in|meanwhile)\b/i;

type Counts = Record<string, number>;

const comments: Counts = {};
const texts: Counts = {};
const testNames: Counts = {};

/** Removes quoted data, such as the access mode "nobody". */
const unquoted = (text: string): string => text.replace(/"[^"\n]*"|`[^`\n]*`/g, '');

function count(counts: Counts, file: string, found: readonly string[]): void {
  const folders = file.split('/').slice(0, -1);
  const folder = folders.slice(0, folders[0] === 'src' ? 3 : 2).join('/');
  const faults = found.filter((text) => (OPENING.test(text) && !text.endsWith('?')) || WORDS.test(unquoted(text)));
  if (faults.length > 0) counts[folder] = (counts[folder] ?? 0) + faults.length;
}

/** Comments without their marks; lines of `//` one below the other are one comment. */
function commentsOf(text: string, found: readonly { type: string; value: string; start: number; end: number }[]) {
  const merged: string[] = [];
  let end = -1;
  for (const comment of found) {
    const isContinued = comment.type === 'Line' && end >= 0 && /^\n[ \t]*$/.test(text.slice(end, comment.start));
    const value = comment.value.replace(/^[\s*]+/gm, '').trim();
    if (isContinued) merged.push(`${merged.pop()} ${value}`);
    else merged.push(value);
    end = comment.type === 'Line' ? comment.end : -1;
  }
  return merged;
}

const TEST_NAME = /^ *(?:describe|it)(?:\.\w+)*\('((?:[^'\\\n]|\\.)*)'/gm;

function readEnglish(file: string, text: string): void {
  const { comments: found } = parseSync(file, text, { lang: /x$/.test(file) ? 'tsx' : 'ts' });
  count(comments, file, commentsOf(text, found));
  if (file.endsWith('.test.ts'))
    count(
      testNames,
      file,
      [...text.matchAll(TEST_NAME)].map(([, name = '']) => name),
    );
}

it('comments, interface texts and test names break fewer of the mechanical style rules with every change', () => {
  for (const folder of ['src', 'test', 'bench', 'scripts', 'examples']) {
    for (const [file, text] of readFiles(folder, /\.(?:tsx?|mjs)$/)) readEnglish(`${folder}/${file}`, text);
  }
  for (const [file, text] of readFiles('src', /^(?!.*packages).*\/en\.json$/)) {
    count(texts, `src/${file}`, Object.values(JSON.parse(text) as Record<string, string>));
  }
  const counts = { comments, texts, testNames };
  if (process.env.MORTISE_UPDATE) writeFileSync(LIMITS, `${JSON.stringify(counts, null, 2)}\n`);
  expect(counts).toEqual(JSON.parse(readFileSync(LIMITS, 'utf8')));
});
