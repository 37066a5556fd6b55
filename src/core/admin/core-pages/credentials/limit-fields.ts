import type { Access } from '../../../access/capabilities.js';
import { capabilityName } from '../../../access/capability-name.js';
import { offsetAt } from '../../../calendar.js';
import type { CredentialLimits } from '../../../identity/credential-limits.js';
import type { AdminRequest } from '../../admin-page.js';
import type { FieldDefinition, FieldOption } from '../../form-field.js';
import { formError, type SubmittedForm } from '../../submitted-form.js';

const DAY = 24 * 60 * 60 * 1000;

/** Scopes to choose from, grouped by owner. For a viewer's own credential, those of which they hold a part. */
export async function scopeOptions(
  access: Pick<Access, 'scopes'>,
  { strings, can }: AdminRequest,
  choice: { readonly ofViewer: boolean },
): Promise<FieldOption[]> {
  const options: FieldOption[] = [];
  for (const { name, label, owner, capabilities } of access.scopes()) {
    if (choice.ofViewer && !(await canAny(can, capabilities))) continue;
    options.push({ value: name, label, group: owner === 'core' ? strings.text('credentials.core') : owner });
  }
  return options.toSorted((a, b) => groupOrder(a, options) - groupOrder(b, options));
}

async function canAny(can: AdminRequest['can'], capabilities: readonly string[]): Promise<boolean> {
  for (const name of capabilities) if (await can(capabilityName(name))) return true;
  return false;
}

/** Keeps the scopes of one owner together, in the original order of owners. */
function groupOrder({ group }: FieldOption, options: readonly FieldOption[]): number {
  return options.findIndex((option) => option.group === group);
}

/** Form fields for the name and limits of a new credential. */
export function limitFields(
  { strings: { text } }: AdminRequest,
  scopes: { readonly options: readonly FieldOption[]; readonly hint: string },
): FieldDefinition[] {
  return [
    {
      kind: 'text',
      name: 'name',
      label: text('credentials.name'),
      hint: text('credentials.name-hint'),
      required: true,
      autocomplete: 'off',
      maxLength: 190,
    },
    {
      kind: 'checkboxes',
      name: 'scopes',
      label: text('credentials.scopes'),
      hint: scopes.hint,
      options: scopes.options,
    },
    { kind: 'date', name: 'expiry', label: text('credentials.expiry'), hint: text('credentials.expiry-hint') },
    {
      kind: 'textarea',
      name: 'allowed_ips',
      label: text('credentials.addresses'),
      hint: text('credentials.addresses-hint'),
      rows: 3,
    },
  ];
}

/**
 * Reads the limits from the submitted form.
 * @param timeZone time zone of the site, in which the expiry day ends
 * @throws HostError `form_invalid` (422) for an invalid date
 */
export function limitsOf(
  { strings }: AdminRequest,
  form: SubmittedForm,
  timeZone: string,
): CredentialLimits & { readonly scopes: readonly string[] } {
  const addresses = wordsOf(form.text('allowed_ips'));
  const day = form.text('expiry').trim();
  const expiresAt = day === '' ? undefined : endOfDay(day, timeZone);
  if (expiresAt === null) throw formError({ expiry: strings.text('credentials.expiry-invalid') });
  return {
    name: form.text('name'),
    scopes: form.list('scopes'),
    expiresAt,
    allowedAddresses: addresses.length === 0 ? undefined : addresses,
  };
}

/** Splits a text at whitespace and commas. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}

/** Returns the end of a day (`2026-03-14`) in a time zone, or null for an invalid date. */
export function endOfDay(day: string, timeZone: string): Date | null {
  const start = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(start) || new Date(start).toISOString().slice(0, 10) !== day) return null;
  const wall = start + DAY;
  // Uses the offset at the result itself: near a daylight saving change, the first guess may be an hour off.
  const guess = wall - offsetAt(wall, timeZone);
  return new Date(wall - offsetAt(guess, timeZone));
}
