import { BlockToolbar } from '@wordpress/block-editor';
import { DropdownMenu, MenuGroup, MenuItem } from '@wordpress/components';
import type { ComponentProps, Ref } from 'react';
import type { PreviewConfig } from '../config.js';
import type { EditedDocument } from '../document/use-document.js';
import { STEP_TEXTS } from '../publishing/step-texts.js';
import type { Publishing } from '../publishing/use-publishing.js';
import type { Draft } from '../saving/articles.js';
import type { Saving } from '../saving/use-saving.js';
import type { Texts } from '../texts/use-texts.js';
import { Icon, type IconName } from './icon.js';
import { type PanelName, type Panels, toggleId } from './use-panels.js';

/** Tool bar: commands for the text and the selected block, the save status, preview and save buttons. */
export function ToolBar({
  edited,
  saving,
  publishing,
  preview,
  draft,
  panels: { visible: openPanels, toggle, makeRoom },
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
      aria-expanded={openPanels.includes(panel)}
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

/** Menu of rarely used commands behind one button. */
function MoreMenu({
  items,
  onToggle,
  text,
}: {
  items: readonly { readonly label: string; readonly keys?: string; readonly run: () => void }[];
  onToggle: (willOpen: boolean) => void;
  text: Texts;
}) {
  return (
    <DropdownMenu
      icon={<Icon name="more" />}
      label={text('more')}
      onToggle={onToggle}
      popoverProps={{ placement: 'bottom-end', shift: true }}
      toggleProps={{ className: 'me-button' }}
    >
      {({ onClose }) => (
        <MenuGroup>
          {items.map(({ label, keys, run }) => (
            <MenuItem
              key={label}
              shortcut={keys ?? ''}
              onClick={() => {
                onClose();
                // By then the button has the focus again, and a dialog returns it there.
                window.requestAnimationFrame(run);
              }}
            >
              {label}
            </MenuItem>
          ))}
        </MenuGroup>
      )}
    </DropdownMenu>
  );
}

/** Main button with the next step, and a button that only saves while the text is not public. */
function SaveButtons({
  saving: { isSaving, save, stored },
  publishing: { step, takeStep },
  mainButton,
  text,
}: {
  saving: Saving;
  publishing: Publishing;
  mainButton: Ref<HTMLButtonElement>;
  text: Texts;
}) {
  const { name, canWait } = step;
  return (
    <>
      {canWait && (
        <button
          type="button"
          id="me-save-draft"
          className="me-save me-save-draft"
          aria-disabled={isSaving}
          onClick={() => void save()}
        >
          <Icon name="save" />
          <span>{text(stored?.body.status === 'pending' ? 'save-pending' : 'save-draft')}</span>
        </button>
      )}
      <button
        type="button"
        id="me-save"
        className="me-save"
        aria-disabled={isSaving}
        aria-keyshortcuts={name === null ? 'Control+S' : undefined}
        ref={mainButton}
        onClick={() => void (name === null ? save() : takeStep())}
      >
        {text(name === null ? 'update' : STEP_TEXTS[name])}
      </button>
    </>
  );
}

/** Button that opens a preview of the current text in a new tab, for a selected type of reader. */
function PreviewButton({
  preview,
  id,
  draft,
  onToggle,
  text,
}: {
  preview: PreviewConfig;
  /** ID of the stored text; null if it was never saved. */
  id: number | null;
  draft: () => Draft;
  onToggle: (willOpen: boolean) => void;
  text: Texts;
}) {
  const isRole = ({ value }: { value: string }): boolean => value.startsWith('role:');
  // A site defines roles and may have many of them, so the other types of readers come first.
  const groups = [preview.readers.filter((reader) => !isRole(reader)), preview.readers.filter(isRole)];
  return (
    <DropdownMenu
      icon={<Icon name="eye" />}
      label={text('preview')}
      onToggle={onToggle}
      popoverProps={{ placement: 'bottom-end', shift: true }}
      toggleProps={{ className: 'me-button', size: 'compact' }}
      menuProps={{ 'aria-label': text('preview-in-tab') }}
      controls={groups
        .filter((group) => group.length > 0)
        .map((group) =>
          group.map(({ value, label }) => ({
            title: label,
            onClick: () => openPreview(preview, { as: value, id: String(id ?? ''), draft: JSON.stringify(draft()) }),
          })),
        )}
    />
  );
}

/** Opens the preview by a form, because the text is too long for a URL and is not stored yet. */
function openPreview({ action, fields }: PreviewConfig, values: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  Object.assign(form, { action, method: 'post', enctype: 'multipart/form-data', target: '_blank', hidden: true });
  form.rel = 'noopener';
  for (const [name, value] of Object.entries({ ...fields, ...values })) {
    const field = document.createElement('textarea');
    Object.assign(field, { name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
