import { useMemo } from '@wordpress/element';
import type { EditorTextKey } from '../strings/en.js';
import type { Texts } from '../strings/texts.js';
import { type BlockDifference, differencesOf, type Words, wordsOf } from './differences.js';

interface ComparedText {
  readonly title: string;
  readonly content: string;
}

const KINDS: Readonly<Record<'added' | 'removed' | 'changed', EditorTextKey>> = {
  added: 'difference-added',
  removed: 'difference-removed',
  changed: 'difference-changed',
};

/** What one text has that the other has not, block by block; said in words and marks, not in colours alone. */
export function DifferenceView({ before, after, text }: { before: ComparedText; after: ComparedText; text: Texts }) {
  const { content: old } = before;
  const { content: present } = after;
  const blocks = useMemo(() => differencesOf(old, present), [old, present]);
  const isSameTitle = before.title === after.title;
  if (isSameTitle && old === present) return <p>{text('difference-none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
    <section className="me-difference" aria-label={text('difference')} tabIndex={0}>
      <ol>
        {!isSameTitle && (
          <Block kind="changed" label={text('title')} words={wordsOf(before.title, after.title)} text={text} />
        )}
        {blocks.map((block, index) =>
          block.kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
            <li key={index} className="me-difference-same">
              {text(block.count === 1 ? 'difference-same-one' : 'difference-same', { count: String(block.count) })}
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
            <Block key={index} kind={block.kind} label={block.label} words={block.words} text={text} />
          ),
        )}
      </ol>
    </section>
  );
}

function Block({
  kind,
  label,
  words,
  text,
}: {
  kind: Exclude<BlockDifference['kind'], 'same'>;
  label: string;
  words: readonly Words[];
  text: Texts;
}) {
  return (
    <li className={`me-difference-block me-difference-${kind}`}>
      <h3>{text(KINDS[kind], { block: label })}</h3>
      <div className="me-difference-words">
        {words.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
          <Marked key={index} words={each} isWhole={words.length === 1} text={text} />
        ))}
      </div>
    </li>
  );
}

/** @param isWhole the heading has said it of all of them */
function Marked({ words, isWhole, text }: { words: Words; isWhole: boolean; text: Texts }) {
  if (words.kind === 'same') return words.text;
  const Mark = words.kind === 'added' ? 'ins' : 'del';
  const key = words.kind === 'added' ? 'difference-words-added' : 'difference-words-removed';
  return (
    <Mark>
      {!isWhole && <span className="me-said">{text(key)} </span>}
      {words.text}
      {!isWhole && <span className="me-said"> {text('difference-words-end')}</span>}
    </Mark>
  );
}
