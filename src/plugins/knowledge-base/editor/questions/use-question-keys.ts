import { store as blockEditor } from '@wordpress/block-editor';
import { type Block as BlockInstance, isUnmodifiedDefaultBlock } from '@wordpress/blocks';
import { useRefEffect } from '@wordpress/compose';
import { useDispatch, useRegistry } from '@wordpress/data';
import type { KeyboardEvent, RefCallback } from 'react';
import { isPlainEnter } from '../controls/plain-enter.js';
import { newQuestion } from './new-question.js';

/** What the keys do in a question and in its answer. */
export interface QuestionKeys {
  /** Of the element of the block: Enter in an empty last paragraph adds another question, as it ends a list. */
  readonly ref: RefCallback<HTMLElement | null>;
  /** Enter leads to an answer that is not written yet, and adds another question after one that is. */
  inQuestion(event: KeyboardEvent): void;
  /** Backspace at the start of a question without an answer takes it out. */
  mergeQuestion(isForward: boolean): void;
}

/** @param clientId of the block of the question */
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

  /** @param event of the document: the canvas as a whole may be what is edited, and not the paragraph */
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
