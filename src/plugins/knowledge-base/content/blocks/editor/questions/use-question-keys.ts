import { store as blockEditor } from '@wordpress/block-editor';
import { type Block as BlockInstance, isUnmodifiedDefaultBlock } from '@wordpress/blocks';
import { useRefEffect } from '@wordpress/compose';
import { useDispatch, useRegistry } from '@wordpress/data';
import type { KeyboardEvent, RefCallback } from 'react';
import { isPlainEnter } from '../controls/plain-enter.js';
import { newQuestion } from './new-question.js';

/** Keyboard handling of a question and its answer. */
export interface QuestionKeys {
  /** Ref of the block's element. Enter in an empty last paragraph adds a question, as it ends a list. */
  readonly ref: RefCallback<HTMLElement | null>;
  /** Enter moves to an empty answer, or adds a question after a filled one. */
  inQuestion(event: KeyboardEvent): void;
  /** Backspace at the start of a question without an answer removes it. */
  mergeQuestion(isForward: boolean): void;
}

/** Creates the handlers. @param clientId block id of the question */
export function useQuestionKeys(clientId: string): QuestionKeys {
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
