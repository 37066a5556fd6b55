import { getBlockType } from '@wordpress/blocks';
import { diffArrays, diffWordsWithSpace } from 'diff';
import { parseBlocks } from '../../grammar/parse.js';
import type { ParsedBlock } from '../../grammar/parsed-block.js';
import { serializeBlocks } from '../../grammar/serialize.js';

/** Words that are in both texts or in one of them. */
export interface TextRun {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Difference of one block, or a run of blocks that are the same. */
export interface BlockDifference {
  readonly kind: 'same' | 'added' | 'removed' | 'changed';
  /** Title of the block; empty for a run of equal blocks. */
  readonly label: string;
  /** Number of equal blocks in a row; otherwise 1. */
  readonly count: number;
  readonly runs: readonly TextRun[];
}

interface Unit {
  readonly name: string | null;
  readonly source: string;
}

/** Milliseconds before two texts count as entirely different. */
const MAX_DURATION = 1500;

/** Differences that lead from one document to the other, from top to bottom. */
export function differencesOf(before: string, after: string): BlockDifference[] {
  const [old, present] = [unitsOf(before), unitsOf(after)];
  const runs = diffArrays(old, present, {
    comparator: (one, other) => one.source === other.source,
    timeout: MAX_DURATION,
  });
  if (!runs) return [...old.map(removed), ...present.map(added)];
  const found: BlockDifference[] = [];
  let removedUnits: Unit[] = [];
  function settle(come: Unit[]): void {
    while (removedUnits.length > 0 || come.length > 0) {
      const [one, other] = [removedUnits[0], come[0]];
      if (one && other && one.name === other.name) {
        found.push(changed(one, other));
        removedUnits.shift();
        come.shift();
        // A block without a counterpart further down was added here.
      } else if (other && !removedUnits.some(({ name }) => name === other.name)) {
        found.push(added(other));
        come.shift();
      } else if (one) {
        found.push(removed(one));
        removedUnits.shift();
      }
    }
  }
  for (const run of runs) {
    if (run.removed) removedUnits = [...run.value];
    else settle(run.added ? [...run.value] : []);
    if (!run.added && !run.removed) found.push({ kind: 'same', label: '', count: run.value.length, runs: [] });
  }
  settle([]);
  return found;
}

/** Compares the words of two texts without blocks, such as titles. */
export function wordsOf(before: string, after: string): TextRun[] {
  const runs = diffWordsWithSpace(before, after, { timeout: MAX_DURATION });
  if (!runs) return [removedWords(before), addedWords(after)];
  return runs.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function unitsOf(document: string): Unit[] {
  return parseBlocks(document)
    .filter(({ blockName, innerHTML }) => blockName !== null || innerHTML.trim() !== '')
    .map((block) => ({ name: block.blockName, source: serializeBlocks([block]) }));
}

function added(unit: Unit): BlockDifference {
  return { kind: 'added', label: labelOf(unit), count: 1, runs: [addedWords(textOf(unit))] };
}

function removed(unit: Unit): BlockDifference {
  return { kind: 'removed', label: labelOf(unit), count: 1, runs: [removedWords(textOf(unit))] };
}

function changed(before: Unit, after: Unit): BlockDifference {
  const [old, present] = [textOf(before), textOf(after)];
  // If only attributes or markup differ, the stored source is compared.
  const runs = old === present ? wordsOf(before.source, after.source) : wordsOf(old, present);
  return { kind: 'changed', label: labelOf(after), count: 1, runs };
}

const addedWords = (text: string): TextRun => ({ kind: 'added', text });
const removedWords = (text: string): TextRun => ({ kind: 'removed', text });

function labelOf({ name }: Unit): string {
  return getBlockType(name ?? 'core/html')?.title ?? name ?? '';
}

/** Visible text of a block, line by line; its source if it has no text. */
function textOf({ source }: Unit): string {
  const { body } = new DOMParser().parseFromString(parseBlocks(source).map(htmlOf).join(''), 'text/html');
  for (const image of body.querySelectorAll('img')) image.replaceWith(`[${image.alt || image.getAttribute('src')}]`);
  for (const line of body.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, summary, figcaption, tr, pre, br'))
    line.append('\n');
  const lines = (body.textContent ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').join('\n') || source;
}

function htmlOf({ innerContent, innerBlocks }: ParsedBlock): string {
  let index = 0;
  return innerContent
    .map((part) => {
      const inner = part === null ? innerBlocks[index++] : undefined;
      return part ?? (inner ? htmlOf(inner) : '');
    })
    .join('');
}
