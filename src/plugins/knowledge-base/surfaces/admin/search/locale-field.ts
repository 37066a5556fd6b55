import type { FieldDefinition } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';

/** Returns the language field of synonyms and promotions. */
export function localeField(value: string, { text }: Strings): FieldDefinition {
  return {
    kind: 'text',
    name: 'locale',
    label: text('locale'),
    hint: text('locale-hint'),
    value,
    autocomplete: 'off',
    maxLength: 35,
    required: true,
  };
}
