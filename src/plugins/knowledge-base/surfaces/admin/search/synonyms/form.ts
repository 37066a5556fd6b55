import { type AdminRequest, adminForm, type FormData, type SubmittedForm } from '../../../../../../admin.js';
import type { Strings } from '../../../../../../text.js';
import type { LocaleGroup } from '../../../../domain/search/synonyms/stored-group.js';
import { localeField } from '../locale-field.js';
import { SYNONYMS_PATH } from '../paths.js';

/** Builds the form of a synonym group. @param action `create` or `save` */
export function groupForm(
  request: AdminRequest,
  { locale, words, also }: LocaleGroup,
  texts: Strings,
  action: 'create' | 'save',
): FormData {
  const { text } = texts;
  const lines = (entries: readonly string[]): string => entries.join('\n');
  return adminForm(request, {
    action,
    fields: [
      {
        kind: 'textarea',
        name: 'words',
        label: text('synonyms.words'),
        hint: text('synonyms.words-hint'),
        value: lines(words),
        required: true,
      },
      {
        kind: 'textarea',
        name: 'also',
        label: text('synonyms.also'),
        hint: text('synonyms.also-hint'),
        value: lines(also),
        rows: 3,
      },
      localeField(locale, texts),
    ],
    submit: action === 'create' ? text('synonyms.create') : request.strings.text('admin.save'),
    cancel: { label: request.strings.text('admin.cancel'), link: request.link(SYNONYMS_PATH) },
  });
}

export function submittedGroup(form: SubmittedForm): LocaleGroup {
  const lines = (name: string): string[] =>
    form
      .text(name)
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
  return { locale: form.text('locale').trim().toLowerCase(), words: lines('words'), also: lines('also') };
}
