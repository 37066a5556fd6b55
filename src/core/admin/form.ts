import type { Strings } from '../templates/strings.js';
import type { AdminRequest, RefusedForm } from './admin-page.js';
import { type FieldDefinition, type FormField, fieldOf, isFilled } from './form-field.js';
import type { AdminLink } from './template-data.js';

/** A form of a page: what its action does stands in the page's `actions`. */
export interface FormDefinition {
  /** Name of the action. */
  readonly action: string;
  /** The page that has the action, as a path below the admin area; default: the page that is shown. */
  readonly page?: string;
  readonly title?: string;
  readonly description?: string;
  readonly fields: readonly FieldDefinition[];
  /** Text of the button; default `Save`. */
  readonly submit?: string;
  /** Drawn as something that cannot be undone. */
  readonly danger?: boolean;
  readonly cancel?: AdminLink;
}

/** A form as the part `core/parts/form` gets it. */
export interface FormData {
  strings: Strings;
  id: string;
  /** Where it posts to. */
  action: string;
  /** Whether it has a field for files, and so another encoding. */
  multipart: boolean;
  /** Name of the action and its nonce among them. */
  hidden: { name: string; value: string }[];
  title: string | null;
  description: string | null;
  fields: FormField[];
  /** Those of its folded parts that are open. */
  openFolds: string[];
  /** What is wrong, with the field to mend; null while nothing is. */
  refusal: { message: string; errors: { text: string; target: string | null }[] } | null;
  submit: string;
  danger: boolean;
  cancel: AdminLink | null;
}

/**
 * Builds a form with its nonce. After a refusal it holds what was typed, and says at the top and at each field what is
 * wrong, and after a preview it holds what was typed alone; passwords are never sent back.
 */
export function adminForm(request: AdminRequest, definition: FormDefinition): FormData {
  const { action, page = request.path, fields, title, description, submit, danger = false, cancel } = definition;
  const { strings } = request;
  const refused = request.refused?.action === action ? request.refused : null;
  if (refused) refused.isShown = true;
  const previewed = request.previewed?.action === action ? request.previewed : null;
  const sent = refused ?? (previewed && { form: previewed.form, errors: {} });
  const shown = fields.map((field) => fieldOf(field, action, sent));
  return {
    strings,
    id: action,
    action: request.link(page, page === request.path ? request.query : {}),
    multipart: fields.some(({ kind }) => kind === 'file'),
    hidden: hiddenFields(request, action, page),
    title: title ?? null,
    description: description ?? null,
    fields: shown,
    openFolds: shown.flatMap((field) =>
      field.fold !== null && (field.error !== null || isFilled(field)) ? field.fold : [],
    ),
    refusal: refused && refusalOf(refused, shown),
    submit: submit ?? strings.text('admin.save'),
    danger,
    cancel: cancel ?? null,
  };
}

/** What every form carries: the name of its action and the nonce for it. */
export function hiddenFields(request: AdminRequest, action: string, page = request.path): FormData['hidden'] {
  return [
    { name: '_action', value: action },
    { name: '_nonce', value: request.nonce(formNonceAction(page, action)) },
  ];
}

/** The nonce of a form holds for one action on one page, so that one for deleting user 7 deletes nobody else. */
export function formNonceAction(page: string, action: string): string {
  return `admin ${page} ${action}`;
}

function refusalOf({ message, errors }: RefusedForm, fields: readonly FormField[]): FormData['refusal'] {
  const listed = Object.entries(errors).map(([name, text]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return { text: field ? `${field.label}: ${text}` : text, target: field?.target ?? null };
  });
  // One field with the message of the whole needs it once.
  const [only] = Object.values(errors);
  return { message: listed.length === 1 && only === message ? '' : message, errors: listed };
}
