import type { BlockSelection, ChangeOptions } from '@wordpress/block-editor';
import { type Block as BlockInstance, parse, serialize } from '@wordpress/blocks';
import { useStateWithHistory } from '@wordpress/compose';
import { useCallback, useState } from '@wordpress/element';
import { withoutPlaceholders } from '../media/placeholders.js';
import type { Draft, Fields } from '../saving/articles.js';

interface DocumentState {
  readonly blocks: BlockInstance[];
  readonly selection: BlockSelection | undefined;
}

/** The text that is being written, with a history of its blocks. */
export interface EditedDocument extends DocumentState {
  readonly title: string;
  setTitle(title: string): void;
  /** What the panels have changed since it was saved. */
  readonly fields: Fields;
  setField(name: string, value: unknown): void;
  /** Forgets the changes of fields that were saved with these values. */
  settleFields(saved: Fields): void;
  /** While somebody types: one step of the history with what comes right after. */
  onInput(blocks: BlockInstance[], options: ChangeOptions): void;
  onChange(blocks: BlockInstance[], options: ChangeOptions): void;
  readonly hasUndo: boolean;
  readonly hasRedo: boolean;
  undo(): void;
  redo(): void;
  /** Takes another text in place of this one; it can be undone. */
  replace(draft: Draft): void;
}

export function useDocument(initial: Draft): EditedDocument {
  const [title, setTitle] = useState(initial.title);
  const [fields, setFields] = useState(initial.fields);
  const [first] = useState<DocumentState>(() => ({ blocks: parse(initial.content), selection: undefined }));
  const history = useStateWithHistory<DocumentState>(first);
  const { setValue, hasRedo, redo } = history;
  /** What is being typed is a step too, which the history does not count before it is finished. */
  const [isTyping, setTyping] = useState(false);
  // Its types have lost what it keeps.
  const value = history.value as DocumentState;

  const onInput = useCallback(
    (blocks: BlockInstance[], { selection }: ChangeOptions) => {
      setValue({ blocks, selection }, true);
      setTyping(true);
    },
    [setValue],
  );
  const onChange = useCallback(
    (blocks: BlockInstance[], { selection }: ChangeOptions) => {
      setValue({ blocks, selection }, false);
      setTyping(false);
    },
    [setValue],
  );
  const { undo: stepBack } = history;
  const undo = useCallback(() => {
    setTyping(false);
    stepBack();
  }, [stepBack]);
  const hasUndo = history.hasUndo || isTyping;
  const replace = useCallback(
    (draft: Draft) => {
      setTitle(draft.title);
      setFields(draft.fields);
      setValue({ blocks: parse(draft.content), selection: undefined }, false);
    },
    [setValue],
  );

  const setField = useCallback(
    (name: string, changed: unknown) => setFields((before) => ({ ...before, [name]: changed })),
    [],
  );
  const settleFields = useCallback(
    (saved: Fields) =>
      setFields((now) => Object.fromEntries(Object.entries(now).filter(([name, changed]) => changed !== saved[name]))),
    [],
  );

  return {
    ...value,
    title,
    setTitle,
    fields,
    setField,
    settleFields,
    onInput,
    onChange,
    hasUndo,
    hasRedo,
    undo,
    redo,
    replace,
  };
}

/** The grammar as WordPress writes it; blocks that nobody touched and that are not known here keep their bytes. */
export function toDraft({ title, blocks, fields }: Pick<EditedDocument, 'title' | 'blocks' | 'fields'>): Draft {
  return { title, content: serialize(withoutPlaceholders(blocks)), fields };
}
