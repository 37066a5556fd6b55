import { type FieldDefinition, formError, type SubmittedForm } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import type { Secrets } from '../../sources/check-source.js';
import {
  DEFAULT_OVERLAP_DAYS,
  DEFAULT_TIME_LIMIT,
  SETTINGS_OF,
  type SourceKind,
  type SourceSettings,
} from '../../sources/kinds.js';

const NAME = /^[a-z][a-z0-9_-]{0,63}$/;
const NUMBERS: readonly (keyof SourceSettings)[] = ['overlapDays', 'timeLimit'];
const DEFAULTS: SourceSettings = { overlapDays: DEFAULT_OVERLAP_DAYS, timeLimit: DEFAULT_TIME_LIMIT };

/**
 * Builds the fields of a source. Secrets are never shown.
 * @param hasSecrets whether secrets are stored and kept by default
 */
export function sourceFields(
  kind: SourceKind,
  {
    settings,
    isEnabled,
    hasSecrets,
  }: { readonly settings: SourceSettings; readonly isEnabled: boolean; readonly hasSecrets: boolean },
  { text, has }: Strings,
): FieldDefinition[] {
  const fields = SETTINGS_OF[kind].map((name): FieldDefinition => {
    const common = {
      name,
      label: text(`sources.${name}`),
      ...(has(`sources.${name}-hint`) && { hint: text(`sources.${name}-hint`) }),
    };
    const value = settings[name] ?? DEFAULTS[name] ?? '';
    if (NUMBERS.includes(name))
      return {
        ...common,
        kind: 'number',
        value,
        min: name === 'timeLimit' ? 1 : 0,
        max: name === 'timeLimit' ? 600 : 60,
      };
    if (name === 'since') return { ...common, kind: 'date', value: String(value) };
    return {
      ...common,
      kind: 'text',
      value: String(value),
      autocomplete: 'off',
      maxLength: 2000,
      required: name === 'url',
    };
  });
  return [
    ...fields,
    ...secretFields(kind, hasSecrets, text),
    {
      kind: 'checkbox',
      name: 'enabled',
      label: text('sources.enabled'),
      hint: text('sources.enabled-hint'),
      checked: isEnabled,
    },
  ];
}

function secretFields(kind: SourceKind, hasSecrets: boolean, text: Strings['text']): FieldDefinition[] {
  const secretHint = hasSecrets ? { hint: text('sources.secret-kept') } : null;
  if (kind === 'fio') {
    const hint = text('sources.token-hint');
    return [
      {
        kind: 'password',
        name: 'token',
        label: text('sources.token'),
        hint,
        ...secretHint,
        required: !hasSecrets,
        autocomplete: 'off',
        maxLength: 128,
      },
    ];
  }
  if (kind === 'upload') return [];
  return [
    {
      kind: 'text',
      name: 'header',
      label: text('sources.header'),
      hint: text('sources.header-hint'),
      autocomplete: 'off',
      maxLength: 100,
    },
    {
      kind: 'password',
      name: 'value',
      label: text('sources.value'),
      ...secretHint,
      autocomplete: 'off',
      maxLength: 4000,
    },
  ];
}

/**
 * Reads the submitted name.
 * @throws HostError 422 `form_invalid`
 */
export function submittedName(form: SubmittedForm, { text }: Strings): string {
  const name = form.text('name').trim();
  if (NAME.test(name)) return name;
  throw formError({ name: text('sources.name-invalid') }, text('error-invalid_param'));
}

/** Reads the submitted values. Secrets are undefined if left empty, so that stored ones are kept. */
export function submittedSource(
  form: SubmittedForm,
  kind: SourceKind,
): { readonly isEnabled: boolean; readonly settings: SourceSettings; readonly secrets: Secrets | undefined } {
  const settings = Object.fromEntries(
    SETTINGS_OF[kind].flatMap((name) => {
      const typed = form.text(name).trim();
      return typed === '' ? [] : [[name, NUMBERS.includes(name) ? Number(typed) : typed]];
    }),
  );
  return { isEnabled: form.isChecked('enabled'), settings, secrets: secretsOf(form, kind) };
}

function secretsOf(form: SubmittedForm, kind: SourceKind): Secrets | undefined {
  const [name, value] =
    kind === 'fio' ? ['token', form.text('token')] : [form.text('header').trim(), form.text('value')];
  return name === '' || value === '' ? undefined : { [name]: value };
}
