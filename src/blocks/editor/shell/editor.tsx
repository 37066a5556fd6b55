import {
  BlockBreadcrumb,
  BlockCanvas,
  BlockEditorKeyboardShortcuts,
  BlockEditorProvider,
  BlockInspector,
  __experimentalLibrary as BlockLibrary,
  BlockList,
  __experimentalListView as ListView,
} from '@wordpress/block-editor';
import { Popover, SlotFillProvider } from '@wordpress/components';
import { useCallback, useEffect, useMemo, useRef } from '@wordpress/element';
import type { EditorConfig } from '../config.js';
import { toDraft, useDocument } from '../document/use-document.js';
import type { Articles, Draft, StoredArticle } from '../saving/articles.js';
import { useSaving } from '../saving/use-saving.js';
import type { Texts } from '../strings/texts.js';
import { Notices } from './notices.js';
import { Panel } from './panel.js';
import { editorSettings } from './settings.js';
import { TitleField } from './title-field.js';
import { ToolBar } from './tool-bar.js';
import { type PanelName, usePanels } from './use-panels.js';
import { useShortcuts } from './use-shortcuts.js';

const EMPTY = { title: '', content: '', fields: {} };

export interface EditorProps {
  readonly config: EditorConfig;
  readonly articles: Articles;
  /** Null for something new. */
  readonly initial: StoredArticle | null;
  /** Address of the stylesheet of the packages, for the canvas. */
  readonly canvasStyles: string;
  readonly missingScripts: readonly string[];
  readonly text: Texts;
}

/** The editor as a whole: bar, panels, canvas. */
export function Editor({ config, articles, initial, canvasStyles, missingScripts, text }: EditorProps) {
  const edited = useDocument(initial ? { ...initial, fields: {} } : EMPTY);
  const { settleFields } = edited;
  const settle = useCallback((draft: Draft) => settleFields(draft.fields), [settleFields]);
  const saving = useSaving({ articles, config, initial }, () => toDraft(edited), settle);
  const { shown, toggle, close } = usePanels();
  const settings = useMemo(() => editorSettings(config, canvasStyles, text), [config, canvasStyles, text]);
  const saveButton = useRef<HTMLButtonElement>(null);
  const { title, blocks, changes } = edited;
  const { touch, save } = saving;
  useShortcuts({ save, undo: edited.undo, redo: edited.redo });

  useEffect(() => {
    if (changes > 0) touch();
  }, [changes, touch]);

  async function takeTheirs(): Promise<void> {
    const theirs = await saving.takeTheirs();
    if (!theirs) return;
    edited.replace(theirs);
  }

  const panel = (name: PanelName, label: string) => ({
    id: name,
    label,
    closeLabel: text('close-panel'),
    onClose: () => close(name),
  });

  return (
    <SlotFillProvider>
      <BlockEditorProvider
        value={blocks}
        selection={edited.selection}
        onInput={edited.onInput}
        onChange={edited.onChange}
        settings={settings}
        useSubRegistry={false}
      >
        <BlockEditorKeyboardShortcuts.Register />
        <div className="me">
          <a className="me-skip" href="#me-text">
            {text('skip-text')}
          </a>
          <ToolBar edited={edited} saving={saving} panels={shown} toggle={toggle} saveButton={saveButton} text={text} />
          <Notices
            saving={saving}
            replace={edited.replace}
            takeTheirs={takeTheirs}
            config={config}
            missingScripts={missingScripts}
            settled={() => saveButton.current?.focus()}
            text={text}
          />
          <div className="me-columns">
            {shown.includes('inserter') && (
              <Panel {...panel('inserter', text('inserter'))} focus="input[type=search]">
                <BlockLibrary showInserterHelpPanel={false} shouldFocusBlock onClose={() => close('inserter')} />
              </Panel>
            )}
            {shown.includes('outline') && (
              <Panel {...panel('outline', text('list-view'))} focus="[role=treegrid] a">
                <ListView isExpanded />
              </Panel>
            )}
            <section className="me-text" id="me-text" tabIndex={-1} aria-label={text('text')}>
              <BlockCanvas height="100%" iframeProps={{ title: text('canvas') }}>
                <div className="kb m-page me-page">
                  <TitleField value={title} onChange={edited.setTitle} autoFocus={!initial} text={text} />
                  <BlockList className="kb-prose" />
                </div>
              </BlockCanvas>
            </section>
            {shown.includes('settings') && (
              <Panel {...panel('settings', text('settings'))}>
                <BlockInspector />
              </Panel>
            )}
          </div>
          <section className="me-foot" aria-label={text('breadcrumb')}>
            <BlockBreadcrumb rootLabelText={text('root')} />
          </section>
        </div>
        <Popover.Slot />
      </BlockEditorProvider>
    </SlotFillProvider>
  );
}
