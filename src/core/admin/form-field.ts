import type { RefusedForm } from './admin-page.js';

interface CommonField {
  readonly name: string;
  readonly label: string;
  /** What helps to fill it in. */
  readonly hint?: string;
  readonly required?: boolean;
  /** Title of what it is folded away under, with its neighbours of the same: open where it says something, or is wrong. */
  readonly fold?: string;
}

export interface FieldOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
  /** Of a checkbox: what it stands under, together with those beside it that name the same. */
  readonly group?: string;
}

interface TextField extends CommonField {
  readonly kind: 'text' | 'email' | 'url' | 'password' | 'date' | 'datetime-local' | 'search' | 'tel';
  readonly value?: string;
  /** Token of the HTML attribute, such as `email` or `new-password`. */
  readonly autocomplete?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Address of the texts that what is typed is completed to, as JSON; `core/complete.js` asks there. */
  readonly complete?: string;
}

interface NumberField extends CommonField {
  readonly kind: 'number';
  readonly value?: number | string;
  readonly min?: number;
  readonly max?: number;
  /** `any` for numbers with fractions; default 1. */
  readonly step?: number | 'any';
}

interface TextareaField extends CommonField {
  readonly kind: 'textarea';
  readonly value?: string;
  readonly rows?: number;
  readonly maxLength?: number;
  /** The same for each line. */
  readonly complete?: string;
}

interface SelectField extends CommonField {
  readonly kind: 'select';
  readonly value?: string;
  readonly options: readonly FieldOption[];
}

interface FileField extends CommonField {
  readonly kind: 'file';
  /** Types that browsers offer first, such as `image/*`. What is taken is the action's decision. */
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

/** A field of a form. */
export type FieldDefinition =
  | TextField
  | NumberField
  | TextareaField
  | SelectField
  | FileField
  | CheckboxField
  | CheckboxesField
  | HiddenField;

/** A field as the part `core/parts/field` gets it. */
export interface FormField {
  kind: 'input' | 'textarea' | 'select' | 'checkbox' | 'checkboxes' | 'hidden';
  /** `type` of an input. */
  type: string;
  name: string;
  id: string;
  /** Id of what an error message leads to: the field, or the first of its boxes. */
  target: string;
  label: string;
  hint: string | null;
  value: string;
  checked: boolean;
  required: boolean;
  error: string | null;
  /** Ids of hint and error. */
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
  /** Where what is typed is completed. */
  complete: string | null;
  /** Title of the folded part that it stands in. */
  fold: string | null;
  options: { id: string; value: string; label: string; hint: string | null; group: string | null; selected: boolean }[];
}

/**
 * Brings a field into the form that templates get.
 * @param form what its ids begin with
 * @param refused what was typed before, which goes before the present value
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
      // Browsers do not take back what they were given of a file.
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
        // A password is never sent back, neither a stored nor a typed one.
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

/** Whether it says anything: of a select that it is not at its first option. */
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
