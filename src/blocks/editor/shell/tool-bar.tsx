import { BlockToolbar } from '@wordpress/block-editor';
import type { ComponentProps, Ref } from 'react';
import type { PreviewConfig } from '../config.js';
import type { EditedDocument } from '../document/use-document.js';
import { PreviewButton } from '../publishing/preview-button.js';
import { SaveButtons } from '../publishing/save-buttons.js';
import type { Publishing } from '../publishing/use-publishing.js';
import type { Draft } from '../saving/articles.js';
import type { Saving } from '../saving/use-saving.js';
import type { Texts } from '../texts/texts.js';
import { Icon, type IconName } from './icon.js';
import { MoreMenu } from './more-menu.js';
import { type PanelName, type Panels, toggleId } from './use-panels.js';

/** Tool bar: commands for the text and the selected block, the save status, preview and save buttons. */
export function ToolBar({
  edited,
  saving,
  publishing,
  preview,
  draft,
  panels: { shown, toggle, makeRoom },
  saveButton,
  more,
  text,
}: {
  edited: EditedDocument;
  saving: Saving;
  publishing: Publishing;
  /** Null if there is no preview. */
  preview: PreviewConfig | null;
  /** Returns all current text. */
  draft: () => Draft;
  panels: Panels;
  saveButton: Ref<HTMLButtonElement>;
  /** Items of the menu at the end. */
  more: ComponentProps<typeof MoreMenu>['items'];
  text: Texts;
}) {
  const panelButton = (panel: PanelName, icon: IconName, label: string, isMain = false) => (
    <button
      type="button"
      id={toggleId(panel)}
      className={isMain ? 'me-button me-button-main' : 'me-button'}
      aria-label={label}
      title={label}
      aria-expanded={shown.includes(panel)}
      onClick={() => toggle(panel)}
    >
      <Icon name={icon} />
    </button>
  );
  const stepButton = (icon: IconName, label: string, isThere: boolean, step: () => void) => (
    <button
      type="button"
      className="me-button"
      aria-label={label}
      title={label}
      aria-disabled={!isThere}
      onClick={() => isThere && step()}
    >
      <Icon name={icon} />
    </button>
  );
  const menus = { onToggle: (willOpen: boolean) => willOpen && makeRoom(), text };
  return (
    <section className="me-bar" aria-label={text('tools')}>
      <div className="me-bar-start">
        {panelButton('inserter', 'plus', text('open-inserter'), true)}
        {stepButton('undo', text('undo'), edited.hasUndo, edited.undo)}
        {stepButton('redo', text('redo'), edited.hasRedo, edited.redo)}
        {panelButton('outline', 'list', text('list-view'))}
      </div>
      <div className="me-bar-block">{!edited.code && <BlockToolbar hideDragHandle variant="unstyled" />}</div>
      <div className="me-bar-end">
        <p className="me-status" role="status">
          {statusOf(saving, text)}
        </p>
        {preview && <PreviewButton preview={preview} id={saving.stored?.id ?? null} draft={draft} {...menus} />}
        <SaveButtons saving={saving} publishing={publishing} mainButton={saveButton} text={text} />
        {panelButton('settings', 'settings', text('settings'))}
        <MoreMenu items={more} {...menus} />
      </div>
    </section>
  );
}

function statusOf({ isSaving, isChanged, failure, stored }: Saving, text: Texts): string {
  if (isSaving) return text('saving');
  if (failure) return text('not-saved');
  if (isChanged) return text('unsaved');
  return stored ? text('saved') : '';
}
