import type { RefusedForm } from './admin-page.js';

interface CommonField {
  readonly name: string;
  readonly label: string;
  /** Help text. */
  readonly hint?: string;
  readonly required?: boolean;
  /** Title of a collapsible section shared with neighboring fields. Opens if a field has a value or an error. */
  readonly fold?: string;
}

/** Option of a select, radio or checkbox field. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  /** Heading of a checkbox, shared with the other options of the same group. */
  readonly group?: string;
}

interface TextField extends CommonField {
  readonly kind: 'text' | 'email' | 'url' | 'password' | 'date' | 'datetime-local' | 'search' | 'tel';
  readonly value?: string;
  /** Value of the HTML `autocomplete` attribute, such as `email` or `new-password`. */
  readonly autocomplete?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** URL of completions as JSON, which `core/complete.js` fetches. */
  readonly complete?: string;
}

interface NumberField extends CommonField {
  readonly kind: 'number';
  readonly value?: number | string;
  readonly min?: number;
  readonly max?: number;
  /** `any` for numbers with fractions. Default: 1. */
  readonly step?: number | 'any';
}

interface TextareaField extends CommonField {
  readonly kind: 'textarea';
  readonly value?: string;
  readonly rows?: number;
  readonly maxLength?: number;
  /** URL of completions as JSON, applied to each line. */
  readonly complete?: string;
}

interface SelectField extends CommonField {
  readonly kind: 'select';
  readonly value?: string;
  readonly options: readonly FieldOption[];
}

interface FileField extends CommonField {
  readonly kind: 'file';
  /** File types that browsers offer first, such as `image/*`. The action must still validate them. */
  readonly accept?: string;
  readonly multiple?: boolean;
}

interface CheckboxField extends CommonField {
  readonly kind: 'checkbox';
  readonly checked?: boolean;
}

interface CheckboxesField extends CommonField {
  readonly kind: 'checkboxes';
  readonly values?: readonly string[];
  readonly options: readonly FieldOption[];
}

interface HiddenField {
  readonly kind: 'hidden';
  readonly name: string;
  readonly value: string;
}

/** Field of a form. */
export type FieldDefinition =
  | TextField
  | NumberField
  | TextareaField
  | SelectField
  | FileField
  | CheckboxField
  | CheckboxesField
  | HiddenField;

/** Field in the form that the partial `core/parts/field` expects. */
export interface FormField {
  kind: 'input' | 'textarea' | 'select' | 'checkbox' | 'checkboxes' | 'hidden';
  /** `type` of an input. */
  type: string;
  name: string;
  id: string;
  /** Id that an error message links to: the field or its first checkbox. */
  target: string;
  label: string;
  hint: string | null;
  value: string;
  checked: boolean;
  required: boolean;
  error: string | null;
  /** Ids of the help text and the error. */
  describedBy: string | null;
  autocomplete: string | null;
  min: string | null;
  max: string | null;
  step: string | null;
  minLength: number | null;
  maxLength: number | null;
  accept: string | null;
  multiple: boolean;
  rows: number;
  /** URL of completions. */
  complete: string | null;
  /** Title of the collapsible section. */
  fold: string | null;
  options: { id: string; value: string; label: string; hint: string | null; group: string | null; selected: boolean }[];
}

/**
 * Converts a field definition to template data.
 * @param form prefix of the ids
 * @param refused submitted form, whose values take precedence over the current ones
 */
export function fieldOf(
  field: FieldDefinition,
  form: string,
  refused: Pick<RefusedForm, 'errors' | 'form'> | null,
): FormField {
  const id = `${form}-${field.name}`;
  const error = refused?.errors[field.name] ?? null;
  const blank = { ...BLANK, name: field.name, id, target: id };
  if (field.kind === 'hidden') return { ...blank, kind: 'hidden', value: field.value };
  const { label, hint = null, required = false, fold = null } = field;
  const describedBy = [hint === null ? [] : `${id}-hint`, error === null ? [] : `${id}-error`].flat().join(' ');
  const common = { ...blank, label, hint, required, fold, error, describedBy: describedBy === '' ? null : describedBy };
  const typed = (value: string): string => refused?.form.text(field.name) ?? value;
  switch (field.kind) {
    case 'checkbox':
      return {
        ...common,
        kind: 'checkbox',
        value: '1',
        checked: refused ? refused.form.isChecked(field.name) : (field.checked ?? false),
      };
    case 'checkboxes': {
      const values = refused ? refused.form.list(field.name) : (field.values ?? []);
      const options = optionsOf(field.options, id, values);
      return { ...common, kind: 'checkboxes', options, target: options[0]?.id ?? id };
    }
    case 'select':
      return { ...common, kind: 'select', options: optionsOf(field.options, id, [typed(field.value ?? '')]) };
    case 'textarea':
      return {
        ...common,
        kind: 'textarea',
        value: typed(field.value ?? ''),
        rows: field.rows ?? 5,
        complete: field.complete ?? null,
        maxLength: field.maxLength ?? null,
      };
    case 'file':
      // Browsers do not accept a preset value for a file field.
      return { ...common, type: 'file', accept: field.accept ?? null, multiple: field.multiple ?? false };
    case 'number':
      return {
        ...common,
        type: 'number',
        value: typed(String(field.value ?? '')),
        min: field.min === undefined ? null : String(field.min),
        max: field.max === undefined ? null : String(field.max),
        step: String(field.step ?? 1),
      };
    default:
      return {
        ...common,
        type: field.kind,
        // Never send a password back, whether stored or typed.
        value: field.kind === 'password' ? '' : typed(field.value ?? ''),
        autocomplete: field.autocomplete ?? null,
        complete: field.complete ?? null,
        minLength: field.minLength ?? null,
        maxLength: field.maxLength ?? null,
      };
  }
}

const BLANK = {
  kind: 'input',
  type: 'text',
  label: '',
  hint: null,
  value: '',
  checked: false,
  required: false,
  error: null,
  describedBy: null,
  autocomplete: null,
  min: null,
  max: null,
  step: null,
  minLength: null,
  maxLength: null,
  accept: null,
  multiple: false,
  rows: 5,
  complete: null,
  fold: null,
  options: [],
} satisfies Partial<FormField>;

/** Whether the field has a value. A select has one unless its first option is selected. */
export function isFilled({ kind, value, checked, options }: FormField): boolean {
  if (kind === 'checkbox') return checked;
  if (kind === 'checkboxes') return options.some(({ selected }) => selected);
  if (kind === 'select') return options.slice(1).some(({ selected }) => selected);
  return value !== '';
}

function optionsOf(options: readonly FieldOption[], id: string, values: readonly string[]): FormField['options'] {
  return options.map(({ value, label, hint = null, group = null }, index) => ({
    id: `${id}-${index + 1}`,
    value,
    label,
    hint,
    group,
    selected: values.includes(value),
  }));
}
