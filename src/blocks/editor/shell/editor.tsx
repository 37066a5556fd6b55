import {
  BlockBreadcrumb,
  BlockCanvas,
  BlockEditorKeyboardShortcuts,
  BlockEditorProvider,
  __experimentalLibrary as BlockLibrary,
  BlockList,
  __experimentalListView as ListView,
} from '@wordpress/block-editor';
import { Popover, SlotFillProvider } from '@wordpress/components';
import { useCallback, useEffect, useMemo, useRef } from '@wordpress/element';
import type { Client } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import { toDraft, useDocument } from '../document/use-document.js';
import { OpenDocumentProvider } from '../panels/open-document.js';
import { SettingsPanel } from '../panels/settings-panel.js';
import { useOpenDocument } from '../panels/use-open-document.js';
import { useCleanPaste } from '../paste/use-clean-paste.js';
import { OutcomeNotice } from '../publishing/outcome-notice.js';
import { TrashButton, TrashedNotice, useTrash } from '../publishing/trash.js';
import { usePublishing, useStep } from '../publishing/use-publishing.js';
import type { Articles, Draft, StoredArticle } from '../saving/articles.js';
import { type Saving, useSaving } from '../saving/use-saving.js';
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
  readonly client: Client;
  /** Null for something new. */
  readonly initial: StoredArticle | null;
  /** Address of the stylesheet of the packages, for the canvas. */
  readonly canvasStyles: string;
  /** What the packages ask for about pictures and uploads. */
  readonly mediaSettings: Readonly<Record<string, unknown>>;
  readonly missingScripts: readonly string[];
  readonly text: Texts;
}

/** The editor as a whole: bar, panels, canvas. */
export function Editor({
  config,
  articles,
  client,
  initial,
  canvasStyles,
  mediaSettings,
  missingScripts,
  text,
}: EditorProps) {
  const edited = useDocument(initial ? { ...initial, fields: {} } : EMPTY);
  const { settleFields } = edited;
  const settle = useCallback((draft: Draft) => settleFields(draft.fields), [settleFields]);
  const [fieldsFor, taking] = useStep(config);
  const draft = (): Draft => toDraft({ ...edited, fields: fieldsFor(edited.fields, saving.stored?.body ?? null) });
  const saving: Saving = useSaving({ articles, config, initial }, draft, settle);
  const publishing = usePublishing(edited, saving, taking, config);
  const trash = useTrash(articles, saving);
  const opened = useOpenDocument(edited, saving, client, config);
  const { shown, toggle, close } = usePanels();
  const settings = useMemo(
    () => ({ ...editorSettings(config, canvasStyles, text), ...mediaSettings }),
    [config, canvasStyles, mediaSettings, text],
  );
  const cleanPaste = useCleanPaste(config.mayUpload);
  const saveButton = useRef<HTMLButtonElement>(null);
  const { title, blocks } = edited;
  const { touch, save } = saving;
  useShortcuts({ save: trash.trashed ? nothing : save, undo: edited.undo, redo: edited.redo });

  /** What is shown next is what is stored, as at first. */
  const isStored = useRef(true);
  useEffect(() => {
    if (isStored.current) isStored.current = false;
    else touch();
  }, [title, blocks, touch]);

  const mayTrash = config.mayDelete && saving.stored !== null;

  async function takeTheirs(): Promise<void> {
    const theirs = await saving.takeTheirs();
    if (!theirs) return;
    isStored.current = true;
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
      <OpenDocumentProvider value={opened}>
        <BlockEditorProvider
          value={blocks}
          selection={edited.selection}
          onInput={edited.onInput}
          onChange={edited.onChange}
          settings={settings}
          useSubRegistry={false}
        >
          <BlockEditorKeyboardShortcuts.Register />
          <TrashedNotice trash={trash} listLink={config.listLink} text={text} />
          <div className="me" hidden={trash.trashed !== null}>
            <a className="me-skip" href="#me-text">
              {text('skip-text')}
            </a>
            <ToolBar
              edited={edited}
              saving={saving}
              publishing={publishing}
              preview={config.preview}
              draft={() => toDraft(edited)}
              panels={shown}
              toggle={toggle}
              saveButton={saveButton}
              text={text}
            />
            <OutcomeNotice {...publishing} locale={config.locale} timeZone={config.timeZone} text={text} />
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
                  <div className="kb m-page me-page" ref={cleanPaste}>
                    <TitleField value={title} onChange={edited.setTitle} autoFocus={!initial} text={text} />
                    <BlockList className="kb-prose" />
                  </div>
                </BlockCanvas>
              </section>
              {shown.includes('settings') && (
                <Panel {...panel('settings', text('settings'))}>
                  <SettingsPanel end={mayTrash && <TrashButton trash={trash} text={text} />} text={text} />
                </Panel>
              )}
            </div>
            <section className="me-foot" aria-label={text('breadcrumb')}>
              <BlockBreadcrumb rootLabelText={text('root')} />
            </section>
          </div>
          <Popover.Slot />
        </BlockEditorProvider>
      </OpenDocumentProvider>
    </SlotFillProvider>
  );
}

/** What cannot be written on is not saved. */
async function nothing(): Promise<void> {}
