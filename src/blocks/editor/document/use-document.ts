import type { BlockSelection, ChangeOptions } from '@wordpress/block-editor';
import type { Block as BlockInstance } from '@wordpress/blocks';
import { useStateWithHistory } from '@wordpress/compose';
import { useCallback, useRef, useState } from '@wordpress/element';
import type { RefCallback } from 'react';
import { withoutPlaceholders } from '../media/placeholders.js';
import type { Draft, Fields, StoredArticle } from '../saving/articles.js';
import { createSources } from './sources.js';
import { isTooLarge, withLineEnds, withStored } from './stored-blocks.js';
import { useUntouched } from './use-untouched.js';

interface DocumentState {
  readonly blocks: BlockInstance[];
  /** Blank text after the last block. */
  readonly tail: string;
  readonly selection: BlockSelection | undefined;
}

/** Source of a text while it is shown as source. */
export interface CodeView {
  /** Value of the field. */
  readonly text: string;
  /** Initial source. */
  readonly before: string;
  /** Whether it has too many blocks, or too deep ones, to be shown as blocks. */
  readonly isTooLarge: boolean;
}

/** Edited text, with a history of its blocks. */
export interface EditedDocument extends Omit<DocumentState, 'tail'> {
  readonly title: string;
  setTitle(title: string): void;
  /** Fields changed in panels since the last save. */
  readonly fields: Fields;
  setField(name: string, value: unknown): void;
  /** Applies the stored version of what was sent, except for later changes. For blocks, it can be undone. */
  settle(sent: Draft, stored: StoredArticle): void;
  /** Number of changes that the user made to title and text. */
  readonly changes: number;
  /** Source as it would be saved. Unchanged parts have the bytes that they were read with. */
  content(): string;
  /** Null while blocks are shown. */
  readonly code: CodeView | null;
  setCode(text: string): void;
  /** Switches between source and blocks. Reading changed source is one step in the history. */
  toggleCode(): void;
  /** Ref of an element in the canvas, for detecting user input. */
  readonly watch: RefCallback<HTMLElement>;
  /** Handles typing, which forms one step of the history with the input that follows it. */
  onInput(blocks: BlockInstance[], options: ChangeOptions): void;
  onChange(blocks: BlockInstance[], options: ChangeOptions): void;
  readonly hasUndo: boolean;
  readonly hasRedo: boolean;
  undo(): void;
  redo(): void;
  /** Replaces the text. This is not a change by the user; the blocks can be brought back by undo. */
  replace(draft: Draft): void;
}

const NO_BLOCKS: BlockInstance[] = [];
const NOTHING: DocumentState = { blocks: NO_BLOCKS, tail: '', selection: undefined };

export function useDocument(initial: Draft): EditedDocument {
  const [sources] = useState(createSources);
  const [title, showTitle] = useState(initial.title);
  const [fields, setFields] = useState(initial.fields);
  const [code, setCodeView] = useState<CodeView | null>(() => codeOf(initial.content));
  const [first] = useState<DocumentState>(() =>
    code ? NOTHING : { ...sources.read(initial.content), selection: undefined },
  );
  const history = useStateWithHistory<DocumentState>(first);
  const { setValue, hasRedo } = history;
  const [changes, setChanges] = useState(0);
  /** Typing in progress is a step too, but the history does not count it before it is finished. */
  const [isTyping, setTyping] = useState(false);
  // The types of the hook do not include the type of its value.
  const { blocks, tail, selection } = history.value as DocumentState;

  const { isUntouched, begin, watch } = useUntouched();

  const count = useCallback(() => setChanges((before) => before + 1), []);
  const setTitle = useCallback(
    (changed: string) => {
      showTitle(changed);
      count();
    },
    [count],
  );
  const isCode = code !== null;
  const visibleBlocks = useRef(blocks);
  visibleBlocks.current = blocks;
  const onInput = useCallback(
    (changed: BlockInstance[], options: ChangeOptions) => {
      if (isCode) return;
      setValue({ blocks: changed, tail, selection: options.selection }, true);
      if (isUntouched()) {
        sources.adopt(changed);
        return;
      }
      setTyping(true);
      count();
    },
    [setValue, tail, count, isUntouched, sources, isCode],
  );
  const onChange = useCallback(
    (changed: BlockInstance[], options: ChangeOptions) => {
      if (isCode || isUntouched()) {
        onInput(changed, options);
        return;
      }
      setValue({ blocks: changed, tail, selection: options.selection }, false);
      setTyping(false);
      // The end of typing is not a change, and may come after the text was saved.
      if (changed !== visibleBlocks.current) count();
    },
    [setValue, tail, count, isUntouched, onInput, isCode],
  );
  const { undo: stepBack, redo: stepForward } = history;
  const undo = useCallback(() => {
    if (isCode) return;
    setTyping(false);
    stepBack();
    count();
  }, [stepBack, count, isCode]);
  const redo = useCallback(() => {
    if (isCode) return;
    stepForward();
    count();
  }, [stepForward, count, isCode]);

  const content = (): string =>
    code ? withLineEnds(code.before, code.text) : sources.write({ blocks: withoutPlaceholders(blocks), tail });

  const read = useCallback(
    (text: string) => {
      begin();
      setTyping(false);
      setValue({ ...sources.read(text), selection: undefined }, false);
    },
    [setValue, sources, begin],
  );
  const replace = useCallback(
    (draft: Draft) => {
      showTitle(draft.title);
      setFields(draft.fields);
      const large = codeOf(draft.content);
      if (!large) read(draft.content);
      setCodeView((view) => large ?? (view && { ...view, ...plain(draft.content), isTooLarge: false }));
    },
    [read],
  );
  const setCode = useCallback(
    (text: string) => {
      setCodeView((view) => view && { ...view, text });
      count();
    },
    [count],
  );
  function toggleCode(): void {
    const text = content();
    if (!code) {
      setCodeView({ ...plain(text), isTooLarge: false });
      return;
    }
    const large = codeOf(text);
    if (!large && (code.isTooLarge || text !== code.before)) read(text);
    setCodeView(large);
  }

  const setField = useCallback(
    (name: string, changed: unknown) => setFields((before) => ({ ...before, [name]: changed })),
    [],
  );
  /** Current values, for callbacks that waited for a save. */
  const latest = useRef({ blocks, tail, selection, code });
  latest.current = { blocks, tail, selection, code };
  const settle = useCallback(
    (sent: Draft, stored: StoredArticle) => {
      setFields((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, changed]) => changed !== sent.fields[name])),
      );
      showTitle((title) => (title === sent.title ? stored.title : title));
      if (stored.content === sent.content) return;
      const { code: codeView, ...now } = latest.current;
      if (codeView) {
        const isTyped = withLineEnds(codeView.before, codeView.text) !== sent.content;
        // `before` stays, because it tells whether the blocks have to be read again.
        if (!isTyped) setCodeView({ ...codeView, text: plain(stored.content).text });
        return;
      }
      const merged = withStored(sources, now, { sent: sent.content, stored: stored.content });
      if (!merged) return;
      begin();
      setTyping(false);
      setValue({ blocks: [...merged.blocks], tail: merged.tail, selection: now.selection }, false);
    },
    [begin, setValue, sources],
  );

  return {
    // Hidden while the source is shown, because changes to the blocks would be lost.
    blocks: code ? NO_BLOCKS : blocks,
    selection,
    title,
    setTitle,
    fields,
    setField,
    settle,
    changes,
    content,
    code,
    setCode,
    toggleCode,
    watch,
    onInput,
    onChange,
    hasUndo: !code && (history.hasUndo || isTyping),
    hasRedo: !code && hasRedo,
    undo,
    redo,
    replace,
  };
}

/** Source view of a text that cannot be shown as blocks; null for other texts. */
function codeOf(content: string): CodeView | null {
  return isTooLarge(content) ? { ...plain(content), isTooLarge: true } : null;
}

function plain(content: string): Pick<CodeView, 'text' | 'before'> {
  return { before: content, text: content.replace(/\r\n?/g, '\n') };
}

/** Draft that would be saved now. */
export function toDraft({ title, content, fields }: Pick<EditedDocument, 'title' | 'content' | 'fields'>): Draft {
  return { title, content: content(), fields };
}
