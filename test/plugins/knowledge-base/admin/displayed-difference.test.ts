import { describe, expect, it } from 'vitest';
import { diffLines } from '../../../../src/blocks/texts/line-diff.js';
import { kbCatalogues } from '../../../../src/plugins/knowledge-base/catalogues.js';
import { shownDifference } from '../../../../src/plugins/knowledge-base/surfaces/admin/difference-view.js';
import { createStrings } from '../../../../src/text.js';

const strings = createStrings('en', kbCatalogues);
const numbered = (letter: string, count: number): string =>
  Array.from({ length: count }, (_, index) => `${letter}${index}`).join('\n');

function renderDifference(before: string, after: string) {
  return shownDifference('id', 'Title', diffLines(before, after, ['before', 'after']), strings);
}

/** Returns each line as text, with marked parts in brackets. */
function linesOf(before: string, after: string): string[] {
  return renderDifference(before, after).lines.map(({ pieces }) =>
    pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(''),
  );
}

describe('displayed diff', () => {
  it('marks the words in which a line differs from the line it replaces', () => {
    expect(linesOf('one\na red door\nlast', 'one\na blue door\nlast')).toEqual([
      '@@ -1,3 +1,3 @@',
      '  one',
      '- a [red] door',
      '+ a [blue] door',
      '  last',
    ]);
  });

  it('pairs removed and added lines in order within each run', () => {
    const before = 'x 1\nx 2\nsame\nx 3';
    const after = 'x 4\nx 5\nx 6\nsame\nx 7';
    expect(linesOf(before, after).slice(1)).toEqual([
      '- x [1]',
      '- x [2]',
      '+ x [4]',
      '+ x [5]',
      '+ x 6',
      '  same',
      '- x [3]',
      '+ x [7]',
    ]);
  });

  it('shows the first 2,000 lines and counts the rest', () => {
    const { lines, more, summary } = renderDifference(numbered('a', 1_500), numbered('b', 1_500));
    expect(lines).toHaveLength(1 + 2_000);
    expect(more).toBe(strings.text('convert.more', { count: '1000' }));
    expect(summary).toBe(strings.text('convert.lines', { added: '1500', removed: '1500' }));
  });

  it('takes less than five seconds for two texts with 20,000 different lines', () => {
    const start = performance.now();
    renderDifference(numbered('a', 20_000), numbered('b', 20_000));
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('skips the word comparison for very long lines', () => {
    const line = 'word '.repeat(30_000);
    expect(linesOf(`${line}a`, `${line}b`).join('')).not.toContain('[');
  });
});
