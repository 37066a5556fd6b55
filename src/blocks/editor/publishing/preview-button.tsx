import { DropdownMenu } from '@wordpress/components';
import type { PreviewConfig } from '../config.js';
import type { Draft } from '../saving/articles.js';
import { Icon } from '../shell/icon.js';
import type { Texts } from '../texts/texts.js';

/** Button that opens a preview of the current text in a new tab, for a selected type of reader. */
export function PreviewButton({
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
