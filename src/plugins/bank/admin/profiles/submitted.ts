import { formError, type SubmittedForm } from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import { errorText, refuseForm } from '../../labels.js';
import type { Profile } from '../../profiles/profile.js';
import { type ProfileValues, valueNames } from '../../profiles/profile-values.js';

/** Reads the submitted values by name. */
export function submittedValues(kind: Profile['kind'], form: SubmittedForm): ProfileValues {
  return Object.fromEntries(valueNames(kind).map((name) => [name, form.text(name)]));
}

/**
 * Returns the value that a fault belongs to: `passedOver` for `passedOver.0.words`.
 * @param path as in `checkProfile`
 */
export function valueNameOf(kind: Profile['kind'], path: string): string {
  if (path === 'fields') return 'fields.bookedOn';
  return valueNames(kind).find((name) => path === name || path.startsWith(`${name}.`)) ?? path;
}

/** Returns the translated error of a value. */
export function errorTextOf(name: string, { has, text }: Strings): string {
  return has(`profiles.fault-${name}`) ? text(`profiles.fault-${name}`) : text('profiles.fault-other');
}

/**
 * Rejects a form with errors at the invalid fields.
 * @throws HostError always
 */
export function refuseProfile(error: unknown, kind: Profile['kind'], texts: Strings): never {
  if (!(error instanceof HostError) || error.status >= 500) throw error;
  if (error.code === 'vendor_bank_profile_exists') {
    throw formError({ name: texts.text('error-profile_exists') }, texts.text('error-invalid_param'));
  }
  const { params } = error.data;
  if (typeof params !== 'object' || params === null) return refuseForm(error, texts);
  const names = Object.keys(params).map((path) => valueNameOf(kind, path));
  throw formError(Object.fromEntries(names.map((name) => [name, errorTextOf(name, texts)])), errorText(error, texts));
}
