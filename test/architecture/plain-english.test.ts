import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { readFiles } from './source-modules.js';

/** Comments, interface texts and test names start with a noun or a verb. Questions may start with a question word. */
const OPENING = /^(?:what|who|whoever|of|those|whose|how|where|somebody|nobody|that which)\b(?!-)(?!.*\?$)/i;
/** Words without a plain use. */
const WORDS =
  /\b(?:anew|whoever|somebody|nobody|lest|any more|all the same|tells of|is told|are told|for good|takes in|meanwhile)\b/i;
const TEST_NAME = /^ *(?:describe|it)(?:\.\w+)*\('((?:[^'\\\n]|\\.)*)'/gm;

/** Removes quoted data, such as the access mode "nobody". */
const unquoted = (text: string): string => text.replace(/"[^"\n]*"|`[^`\n]*`/g, '');

function faultsOf(file: string, texts: readonly string[]): string[] {
  return texts.filter((text) => OPENING.test(text) || WORDS.test(unquoted(text))).map((text) => `${file}: ${text}`);
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

it('interface texts are plain', () => {
  for (const [file, text] of readFiles('src', /^(?!.*packages).*\/en\.json$/)) {
    expect(faultsOf(file, Object.values(JSON.parse(text) as Record<string, string>))).toEqual([]);
  }
});

it.each(['docs', 'examples'])('the pages of %s are plain', (folder) => {
  for (const [file, text] of readFiles(folder, /\.md$/)) {
    const prose = text.replace(/^(```|~~~)[\s\S]*?^\1/gm, '');
    expect(
      prose
        .split('\n')
        .filter((line) => WORDS.test(unquoted(line)))
        .map((line) => `${file}: ${line}`),
    ).toEqual([]);
  }
});
