import { store } from '@wordpress/block-editor';
import { createBlock, getDefaultBlockName } from '@wordpress/blocks';
import { useDispatch } from '@wordpress/data';
import { useLayoutEffect, useRef } from '@wordpress/element';
import type { KeyboardEvent } from 'react';
import type { Texts } from '../texts/use-texts.js';

/** Replaces pasted line breaks, because a title is one line. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, (space) => (/[\r\n]/.test(space) ? ' ' : space));
}

interface BlockEditorActions {
  insertBlock(block: object, index: number): void;
}

/** Title field in the canvas, as it appears above the article. It grows with its text and accepts no line breaks. */
export function TitleField({
  value,
  onChange,
  autoFocus,
  text,
}: {
  value: string;
  onChange: (title: string) => void;
  autoFocus: boolean;
  text: Texts;
}) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { insertBlock } = useDispatch(store) as unknown as BlockEditorActions;

  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus();
  }, [autoFocus]);

  function onKeyDown(event: KeyboardEvent): void {
    const isUndo = (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key);
    // The field has its own undo history, separate from that of the blocks.
    if (isUndo) event.stopPropagation();
    if (event.key !== 'Enter') return;
    event.preventDefault();
    insertBlock(createBlock(getDefaultBlockName() ?? 'core/paragraph'), 0);
  }

  return (
    <h1 className="me-title" data-title={value || text('title-placeholder')}>
      <textarea
        ref={field}
        rows={1}
        value={value}
        aria-label={text('title')}
        placeholder={text('title-placeholder')}
        maxLength={200}
        onChange={(event) => onChange(oneLine(event.target.value))}
        onKeyDown={onKeyDown}
      />
    </h1>
  );
}
