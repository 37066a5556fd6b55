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
import { useMergeRefs } from '@wordpress/compose';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from '@wordpress/element';
import type { Client } from '../../../client.js';
import type { EditorConfig } from '../config.js';
import { CodeField } from '../document/code-field.js';
import { toDraft, useDocument } from '../document/use-document.js';
import { VersionsDialog } from '../document/versions-dialog.js';
import { createLinkSuggestions } from '../links/suggestions.js';
import { OpenDocumentProvider } from '../panels/open-document.js';
import { SettingsPanel } from '../panels/settings-panel.js';
import { useOpenDocument } from '../panels/use-open-document.js';
import { useCleanPaste } from '../paste/use-clean-paste.js';
import { OutcomeNotice } from '../publishing/outcome-notice.js';
import { TrashButton, TrashedNotice, useTrash } from '../publishing/trash.js';
import { usePublishing } from '../publishing/use-publishing.js';
import { useSteps } from '../publishing/use-steps.js';
import type { Articles, Draft, StoredArticle } from '../saving/articles.js';
import type { LocalDraft } from '../saving/local-copies.js';
import { type Saving, useSaving } from '../saving/use-saving.js';
import type { Texts } from '../texts/use-texts.js';
import { KeysDialog } from './keys-dialog.js';
import { Notices } from './notices.js';
import { Panel } from './panel.js';
import { editorSettings } from './settings.js';
import { TitleField } from './title-field.js';
import { ToolBar } from './tool-bar.js';
import { type PanelName, usePanels } from './use-panels.js';
import { useShortcuts } from './use-shortcuts.js';

export interface EditorProps {
  readonly config: EditorConfig;
  readonly articles: Articles;
  readonly client: Client;
  /** Stored text; null for a new one. */
  readonly initial: StoredArticle | null;
  /** Unsaved autosave on the server from an earlier visit. */
  readonly found: LocalDraft | null;
  /** URL of the packages' stylesheet for the canvas. */
  readonly canvasStyles: string;
  /** Settings of the packages for images and uploads. */
  readonly mediaSettings: Readonly<Record<string, unknown>>;
  readonly missingScripts: readonly string[];
  readonly text: Texts;
}

/** Editor with tool bar, panels and canvas. */
export function Editor({
  config,
  articles,
  client,
  initial,
  found,
  canvasStyles,
  mediaSettings,
  missingScripts,
  text,
}: EditorProps) {
  const edited = useDocument(initial ? { ...initial, fields: {} } : { title: config.title, content: '', fields: {} });
  const steps = useSteps(config);
  const { settle: settleText } = edited;
  const { settle: settleStep } = steps;
  const settle = useCallback(
    (sent: Draft, stored: StoredArticle) => {
      settleText(sent, stored);
      settleStep();
    },
    [settleText, settleStep],
  );
  const toKeep = (): Draft => toDraft({ ...edited, fields: withoutPasswords(edited.fields) });
  const toSave = (isAgain: boolean): Draft => steps.toSend(toDraft(edited), saving.stored?.body ?? null, isAgain);
  const saving: Saving = useSaving({ articles, config, initial, found }, { toSave, toKeep }, settle);
  const publishing = usePublishing(edited, saving, steps, config);
  const trash = useTrash(articles, saving);
  const opened = useOpenDocument(edited, saving, client, config);
  const panels = usePanels();
  const { visible: openPanels, close } = panels;
  const settings = useMemo(
    () => ({
      ...editorSettings(config, canvasStyles, text),
      ...mediaSettings,
      __experimentalFetchLinkSuggestions: createLinkSuggestions(client, config, text),
    }),
    [config, client, canvasStyles, mediaSettings, text],
  );
  const inCanvas = useMergeRefs([useCleanPaste(config), edited.watch]);
  const saveButton = useRef<HTMLButtonElement>(null);
  const { title, blocks, changes } = edited;
  const { touch, save } = saving;
  const { code, toggleCode } = edited;
  const [dialog, setDialog] = useState<'versions' | 'keys' | null>(null);
  const closeDialog = (): void => setDialog(null);
  useShortcuts({
    save: trash.trashed ? nothing : save,
    undo: edited.undo,
    redo: edited.redo,
    toggleCode,
    help: () => setDialog('keys'),
  });
  const more = [
    ...(saving.stored ? [{ label: text('versions'), run: () => setDialog('versions') }] : []),
    { label: text(code ? 'code-hide' : 'code-show'), keys: 'Ctrl+Shift+Alt+M', run: toggleCode },
    { label: text('keys'), keys: 'Shift+Alt+H', run: () => setDialog('keys') },
  ];

  // Runs before the next key, because a save that sends a change must know about it.
  useLayoutEffect(() => {
    if (changes > 0) touch();
  }, [changes, touch]);

  const mayTrash = config.mayDelete && saving.stored !== null;

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
              draft={toKeep}
              panels={panels}
              saveButton={saveButton}
              more={more}
              text={text}
            />
            <OutcomeNotice {...publishing} locale={config.locale} timeZone={config.timeZone} text={text} />
            <Notices
              saving={saving}
              edited={edited}
              draft={toKeep}
              requestedStep={steps.requestedStep}
              articles={articles}
              client={client}
              config={config}
              missingScripts={missingScripts}
              settled={() => saveButton.current?.focus()}
              text={text}
            />
            <div className="me-columns">
              {openPanels.includes('inserter') && !code && (
                <Panel {...panel('inserter', text('inserter'))} focus="input[type=search]">
                  <BlockLibrary showInserterHelpPanel shouldFocusBlock onClose={() => close('inserter')} />
                </Panel>
              )}
              {openPanels.includes('outline') && !code && (
                <Panel {...panel('outline', text('list-view'))} focus="[role=treegrid] a">
                  <ListView isExpanded />
                </Panel>
              )}
              <section className="me-text" id="me-text" tabIndex={-1} aria-label={text('text')}>
                {code ? (
                  <CodeField edited={edited} text={text} />
                ) : (
                  <BlockCanvas height="100%" iframeProps={{ title: text('canvas') }}>
                    <div className="kb m-page me-page" ref={inCanvas}>
                      <TitleField value={title} onChange={edited.setTitle} autoFocus={!initial} text={text} />
                      <BlockList className="kb-prose" />
                    </div>
                  </BlockCanvas>
                )}
              </section>
              {openPanels.includes('settings') && (
                <Panel {...panel('settings', text('settings'))}>
                  <SettingsPanel end={mayTrash && <TrashButton trash={trash} text={text} />} text={text} />
                </Panel>
              )}
            </div>
            <section className="me-foot" aria-label={text('breadcrumb')}>
              <BlockBreadcrumb rootLabelText={text('root')} />
            </section>
          </div>
          {dialog === 'keys' && <KeysDialog onClose={closeDialog} text={text} />}
          {dialog === 'versions' && (
            <VersionsDialog
              articles={articles}
              client={client}
              config={config}
              saving={saving}
              present={toKeep()}
              replace={edited.replace}
              onClose={closeDialog}
              text={text}
            />
          )}
          <Popover.Slot />
        </BlockEditorProvider>
      </OpenDocumentProvider>
    </SlotFillProvider>
  );
}

/** Disables saving while the text is in the trash. */
async function nothing(): Promise<void> {}

/** Removes passwords from autosaves and local copies. The user types them again. */
function withoutPasswords<Value>(value: Value): Value;

function withoutPasswords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutPasswords(member));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'password');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutPasswords(member)]));
}
