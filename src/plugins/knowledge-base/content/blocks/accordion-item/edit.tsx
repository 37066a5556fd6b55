import {
  store as blockEditor,
  InspectorControls,
  RichText,
  useBlockProps,
  useInnerBlocksProps,
} from '@wordpress/block-editor';
import { type Block as BlockInstance, isUnmodifiedDefaultBlock } from '@wordpress/blocks';
import { PanelBody, ToggleControl } from '@wordpress/components';
import { useRefEffect } from '@wordpress/compose';
import { useDispatch, useRegistry } from '@wordpress/data';
import type { KeyboardEvent, RefCallback } from 'react';
import type { EditedAttributesOf } from '../../../../../blocks.js';
import type { BlockEditProps } from '../../../../../editor.js';
import { Foldable } from '../editor/controls/foldable.js';
import { isPlainEnter } from '../editor/controls/plain-enter.js';
import { newQuestion } from '../editor/questions/new-question.js';
import { blockText } from '../editor/texts.js';
import type { metadata } from './metadata.js';

/** Edits a question and its answer, always open. */
export function AccordionItemEdit({
  attributes: { question, open },
  setAttributes,
  clientId,
}: BlockEditProps<EditedAttributesOf<typeof metadata>>) {
  const { ref, ...keys } = useQuestionKeys(clientId);
  const hint = { '--kb-edit-hint': JSON.stringify(blockText('item-answer')) };
  // Inner blocks go directly into `details`: in a wrapper, the caret gets lost between two paragraphs.
  const { children, ...props } = useInnerBlocksProps(useBlockProps({ ref, style: hint }));
  return (
    <>
      <InspectorControls>
        <PanelBody title={blockText('settings')}>
          <ToggleControl
            label={blockText('item-open')}
            checked={open}
            onChange={(chosen) => setAttributes({ open: chosen })}
          />
        </PanelBody>
      </InspectorControls>
      <Foldable
        {...props}
        summaryClass="kb-faq-q"
        onSummaryKeyDown={keys.inQuestion}
        summary={
          <RichText
            identifier="question"
            tagName="div"
            className="kb-faq-heading"
            aria-label={blockText('item-label')}
            placeholder={blockText('item-placeholder')}
            withoutInteractiveFormatting
            value={question}
            onChange={(written) => setAttributes({ question: written })}
            onMerge={keys.mergeQuestion}
          />
        }
      >
        {children}
      </Foldable>
    </>
  );
}

/** Keyboard handling of a question and its answer. */
interface QuestionKeys {
  /** Ref of the block's element. Enter in an empty last paragraph adds a question, as it ends a list. */
  readonly ref: RefCallback<HTMLElement | null>;
  /** Enter moves to an empty answer, or adds a question after a filled one. */
  inQuestion(event: KeyboardEvent): void;
  /** Backspace at the start of a question without an answer removes it. */
  mergeQuestion(isForward: boolean): void;
}

/** Creates the handlers. @param clientId block id of the question */
function useQuestionKeys(clientId: string): QuestionKeys {
  const registry = useRegistry();
  const { insertBlock, removeBlock, selectBlock } = useDispatch(blockEditor);
  const select = () => registry.select(blockEditor);
  const answer = (): BlockInstance[] => select().getBlocks(clientId) as BlockInstance[];
  const isUnwritten = (): boolean => answer().every((block) => isUnmodifiedDefaultBlock(block));

  function addAfter(): void {
    const accordion = select().getBlockRootClientId(clientId) as string;
    void insertBlock(newQuestion(), (select().getBlockIndex(clientId) as number) + 1, accordion);
  }

  /** Handles a document event: the canvas as a whole may be the editable element, not the paragraph. */
  function inAnswer(event: InputEvent): void {
    if (event.inputType !== 'insertParagraph') return;
    const blocks = answer();
    const last = blocks.at(-1);
    if (blocks.length < 2 || !last || !isUnmodifiedDefaultBlock(last)) return;
    if (select().getSelectedBlockClientId() !== last.clientId) return;
    event.preventDefault();
    event.stopPropagation();
    registry.batch(() => {
      void removeBlock(last.clientId, false);
      addAfter();
    });
  }

  const ref = useRefEffect(
    ({ ownerDocument }: HTMLElement) => {
      ownerDocument.addEventListener('beforeinput', inAnswer, true);
      return () => ownerDocument.removeEventListener('beforeinput', inAnswer, true);
    },
    [clientId],
  );

  return {
    ref: ref as QuestionKeys['ref'],
    inQuestion(event) {
      if (!isPlainEnter(event)) return;
      event.preventDefault();
      const [first] = answer();
      if (first && isUnwritten()) void selectBlock(first.clientId);
      else addAfter();
    },
    mergeQuestion(isForward) {
      if (!isForward && isUnwritten()) void removeBlock(clientId);
    },
  };
}
