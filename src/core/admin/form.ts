import type { Strings } from '../templates/strings.js';
import type { AdminRequest, RefusedForm } from './admin-page.js';
import { type FieldDefinition, type FormField, fieldOf, isFilled } from './form-field.js';
import type { AdminLink } from './template-data.js';

/** Form of a page. Its action is defined in the page's `actions`. */
export interface FormDefinition {
  /** Name of the action. */
  readonly action: string;
  /** Page that has the action, as a path below the admin area. Default: the current page. */
  readonly page?: string;
  readonly title?: string;
  readonly description?: string;
  readonly fields: readonly FieldDefinition[];
  /** Button label. Default: `Save`. */
  readonly submit?: string;
  /** Whether it is styled as irreversible. */
  readonly danger?: boolean;
  readonly cancel?: AdminLink;
}

/** Form data that the partial `core/parts/form` expects. */
export interface FormData {
  strings: Strings;
  id: string;
  /** URL the form posts to. */
  action: string;
  /** Whether it has a file field and therefore needs multipart encoding. */
  multipart: boolean;
  /** Hidden fields, including the action's name and nonce. */
  hidden: { name: string; value: string }[];
  title: string | null;
  description: string | null;
  fields: FormField[];
  /** Titles of the collapsible sections that are open. */
  openFolds: string[];
  /** Validation errors with links to their fields, or null. */
  refusal: { message: string; errors: { text: string; target: string | null }[] } | null;
  submit: string;
  danger: boolean;
  cancel: AdminLink | null;
}

/**
 * Builds a form with its nonce.
 * After a rejection, it contains the submitted values and the errors, at the top and at each field. After a preview,
 * it contains only the submitted values. Passwords are never sent back.
 * @example
 * adminForm(request, {
 *   action: 'save',
 *   submit: 'Save changes',
 *   fields: [{ kind: 'text', name: 'title', label: 'Title', value: recipe.title }],
 * });
 */
export function adminForm(request: AdminRequest, definition: FormDefinition): FormData {
  const { action, page = request.path, fields, title, description, submit, danger = false, cancel } = definition;
  const { strings } = request;
  const refused = request.refused?.action === action ? request.refused : null;
  if (refused) refused.isShown = true;
  const previewed = request.previewed?.action === action ? request.previewed : null;
  const sent = refused ?? (previewed && { form: previewed.form, errors: {} });
  const fieldRows = fields.map((field) => fieldOf(field, action, sent));
  return {
    strings,
    id: action,
    action: request.link(page, page === request.path ? request.query : {}),
    multipart: fields.some(({ kind }) => kind === 'file'),
    hidden: hiddenFields(request, action, page),
    title: title ?? null,
    description: description ?? null,
    fields: fieldRows,
    openFolds: fieldRows.flatMap((field) =>
      field.fold !== null && (field.error !== null || isFilled(field)) ? field.fold : [],
    ),
    refusal: refused && refusalOf(refused, fieldRows),
    submit: submit ?? strings.text('admin.save'),
    danger,
    cancel: cancel ?? null,
  };
}

/** Hidden fields of every form: the name of its action and its nonce. @experimental */
export function hiddenFields(request: AdminRequest, action: string, page = request.path): FormData['hidden'] {
  return [
    { name: '_action', value: action },
    { name: '_nonce', value: request.nonce(formNonceAction(page, action)) },
  ];
}

/** Nonce action of a form, bound to its page and action: a nonce for deleting user 7 cannot delete another user. */
export function formNonceAction(page: string, action: string): string {
  return `admin ${page} ${action}`;
}

function refusalOf({ message, errors }: RefusedForm, fields: readonly FormField[]): FormData['refusal'] {
  const listed = Object.entries(errors).map(([name, text]) => {
    const field = fields.find((candidate) => candidate.name === name);
    return { text: field ? `${field.label}: ${text}` : text, target: field?.target ?? null };
  });
  // Avoids repeating the message if it is that of the only field.
  const [only] = Object.values(errors);
  return { message: listed.length === 1 && only === message ? '' : message, errors: listed };
}
