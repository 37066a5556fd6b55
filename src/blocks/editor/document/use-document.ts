import type { BlockSelection, ChangeOptions } from '@wordpress/block-editor';
import type { Block as BlockInstance } from '@wordpress/blocks';
import { useStateWithHistory } from '@wordpress/compose';
import { useCallback, useRef, useState } from '@wordpress/element';
import type { RefCallback } from 'react';
import { withoutPlaceholders } from '../media/placeholders.js';
import type { Draft, Fields, StoredArticle } from '../saving/articles.js';
import { withLineEnds } from './line-ends.js';
import { isTooLarge } from './size.js';
import { createSources } from './sources.js';
import { withStored } from './stored-blocks.js';
import { useUntouched } from './use-untouched.js';

interface DocumentState {
  readonly blocks: BlockInstance[];
  /** Blank text behind the last block. */
  readonly tail: string;
  readonly selection: BlockSelection | undefined;
}

/** The source of a text while it is shown as such. */
export interface CodeView {
  /** What the field shows. */
  readonly text: string;
  /** What it began with. */
  readonly before: string;
  /** It has too many blocks, or too deep ones, to be shown otherwise. */
  readonly isTooLarge: boolean;
}

/** The text that is being written, with a history of its blocks. */
export interface EditedDocument extends Omit<DocumentState, 'tail'> {
  readonly title: string;
  setTitle(title: string): void;
  /** What the panels have changed since it was saved. */
  readonly fields: Fields;
  setField(name: string, value: unknown): void;
  /** Takes over what has become of what was sent, where that was not changed since; of the blocks it can be taken back. */
  settle(sent: Draft, stored: StoredArticle): void;
  /** Counts what was changed by hand, of title and text. */
  readonly changes: number;
  /** The grammar as it would be saved: what nobody changed has the bytes that it was read with. */
  content(): string;
  /** Null while its blocks are shown. */
  readonly code: CodeView | null;
  setCode(text: string): void;
  /** Shows the source, or the blocks of what the source has become; that is one step which can be taken back. */
  toggleCode(): void;
  /** The ref of an element of the canvas, to know when somebody does something. */
  readonly watch: RefCallback<HTMLElement>;
  /** While somebody types: one step of the history with what comes right after. */
  onInput(blocks: BlockInstance[], options: ChangeOptions): void;
  onChange(blocks: BlockInstance[], options: ChangeOptions): void;
  readonly hasUndo: boolean;
  readonly hasRedo: boolean;
  undo(): void;
  redo(): void;
  /** Takes another text in place of this one, which is no change by hand; its blocks can be brought back by undo. */
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
  /** What is being typed is a step too, which the history does not count before it is finished. */
  const [isTyping, setTyping] = useState(false);
  // Its types have lost what it keeps.
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
  const shown = useRef(blocks);
  shown.current = blocks;
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
      // That what was typed is finished is no change of it, and may come after it was saved.
      if (changed !== shown.current) count();
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
      setCodeView((shown) => large ?? (shown && { ...shown, ...plain(draft.content), isTooLarge: false }));
    },
    [read],
  );
  const setCode = useCallback(
    (text: string) => {
      setCodeView((shown) => shown && { ...shown, text });
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
  /** Of now, however long ago somebody began to wait. */
  const latest = useRef({ blocks, tail, selection, code });
  latest.current = { blocks, tail, selection, code };
  const settle = useCallback(
    (sent: Draft, stored: StoredArticle) => {
      setFields((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, changed]) => changed !== sent.fields[name])),
      );
      showTitle((shown) => (shown === sent.title ? stored.title : shown));
      if (stored.content === sent.content) return;
      const { code: shown, ...now } = latest.current;
      if (shown) {
        const isTyped = withLineEnds(shown.before, shown.text) !== sent.content;
        // What it began with stays: it tells whether there are other blocks to show than before.
        if (!isTyped) setCodeView({ ...shown, text: plain(stored.content).text });
        return;
      }
      const taken = withStored(sources, now, { sent: sent.content, stored: stored.content });
      if (!taken) return;
      begin();
      setTyping(false);
      setValue({ blocks: [...taken.blocks], tail: taken.tail, selection: now.selection }, false);
    },
    [begin, setValue, sources],
  );

  return {
    // Behind the source they cannot be seen, and what is done to them would be lost.
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

/** The source of a text that cannot be shown in blocks; null for all others. */
function codeOf(content: string): CodeView | null {
  return isTooLarge(content) ? { ...plain(content), isTooLarge: true } : null;
}

function plain(content: string): Pick<CodeView, 'text' | 'before'> {
  return { before: content, text: content.replace(/\r\n?/g, '\n') };
}

/** What would be saved now. */
export function toDraft({ title, content, fields }: Pick<EditedDocument, 'title' | 'content' | 'fields'>): Draft {
  return { title, content: content(), fields };
}
