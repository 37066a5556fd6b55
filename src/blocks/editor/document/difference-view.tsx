import { useMemo } from '@wordpress/element';
import type { ReactNode } from 'react';
import type { FieldDifference } from '../panels/field-differences.js';
import type { TextFormat } from '../saving/articles.js';
import type { EditorTextKey, Texts } from '../texts/use-texts.js';
import { type BlockDifference, differencesOf, type TextRun, wordsOf } from './differences.js';

export interface ComparedText {
  readonly title: string;
  readonly content: string;
  /** Default: `blocks`. Any other format is shown as source, because its blocks have no counterparts. */
  readonly format?: TextFormat;
}

const KINDS: Readonly<Record<'added' | 'removed' | 'changed', EditorTextKey>> = {
  added: 'difference-added',
  removed: 'difference-removed',
  changed: 'difference-changed',
};

/** Differences of two texts, block by block. Shown with words and marks, not only with colors. */
export function DifferenceView({
  before,
  after,
  fields = [],
  text,
}: {
  before: ComparedText;
  after: ComparedText;
  /** Settings that differ. */
  fields?: readonly FieldDifference[];
  text: Texts;
}) {
  const { content: old } = before;
  const { content: present } = after;
  const isForeign = (before.format ?? 'blocks') !== 'blocks';
  const blocks = useMemo(() => (isForeign ? [] : differencesOf(old, present)), [isForeign, old, present]);
  const isSameTitle = before.title === after.title;
  if (isSameTitle && old === present && fields.length === 0) return <p>{text('difference-none')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
    <section className="me-difference" aria-label={text('difference')} tabIndex={0}>
      <ol>
        {!isSameTitle && (
          <Block kind="changed" label={text('title')} words={wordsOf(before.title, after.title)} text={text} />
        )}
        {fields.map((field) => (
          <Field key={field.name} field={field} text={text} />
        ))}
        {isForeign && (
          <li className="me-difference-block">
            <pre>{old}</pre>
          </li>
        )}
        {blocks.map((block, index) =>
          block.kind === 'same' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is replaced at once
            <li key={index} className="me-difference-same">
              {text(block.count === 1 ? 'difference-same-one' : 'difference-same', { count: String(block.count) })}
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is replaced at once
            <Block key={index} kind={block.kind} label={block.label} words={block.runs} text={text} />
          ),
        )}
      </ol>
    </section>
  );
}

function Field({ field: { label, Value, before, after }, text }: { field: FieldDifference; text: Texts }) {
  return (
    <li className="me-difference-block me-difference-changed">
      <h3>{text('difference-changed', { block: label })}</h3>
      <div className="me-difference-words">
        <Mark kind="removed" isWhole={false} text={text}>
          <Value value={before} />
        </Mark>{' '}
        <Mark kind="added" isWhole={false} text={text}>
          <Value value={after} />
        </Mark>
      </div>
    </li>
  );
}

function Block({
  kind,
  label,
  words: runs,
  text,
}: {
  kind: Exclude<BlockDifference['kind'], 'same'>;
  label: string;
  words: readonly TextRun[];
  text: Texts;
}) {
  return (
    <li className={`me-difference-block me-difference-${kind}`}>
      <h3>{text(KINDS[kind], { block: label })}</h3>
      <div className="me-difference-words">
        {runs.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the whole list is replaced at once
          <MarkedText key={index} words={each} isWhole={runs.length === 1} text={text} />
        ))}
      </div>
    </li>
  );
}

function MarkedText({
  words: { kind, text: runText },
  isWhole,
  text,
}: {
  words: TextRun;
  isWhole: boolean;
  text: Texts;
}) {
  if (kind === 'same') return runText;
  return (
    <Mark kind={kind} isWhole={isWhole} text={text}>
      {runText}
    </Mark>
  );
}

/** @param isWhole whether the heading already says it for all words */
function Mark({
  kind,
  isWhole,
  text,
  children,
}: {
  kind: 'added' | 'removed';
  isWhole: boolean;
  text: Texts;
  children: ReactNode;
}) {
  const Element = kind === 'added' ? 'ins' : 'del';
  return (
    <Element>
      {!isWhole && <span className="me-said">{text(`difference-words-${kind}`)} </span>}
      {children}
      {!isWhole && <span className="me-said"> {text('difference-words-end')}</span>}
    </Element>
  );
}
