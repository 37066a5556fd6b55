import { HostError } from '../../../index.js';

/** `reason` in `vendor_bank_parse_failed` if no profile exists for a file. */
export const NO_PROFILE = 'no_profile';

/** Whether a file was rejected for lack of a profile, so that the UI can offer to create one. */
export function lacksProfile(error: unknown): boolean {
  return error instanceof HostError && error.code === 'vendor_bank_parse_failed' && error.data.reason === NO_PROFILE;
}

/** Whether a CSV file was rejected for lack of a profile, so that the user can map its columns. */
export function hasUnknownColumns(error: unknown): boolean {
  return lacksProfile(error) && error instanceof HostError && Array.isArray(error.data.columns);
}

/** Returns the names of the profiles that all match a CSV file; empty if it was rejected for another reason. */
export function matchingProfiles(error: unknown): readonly string[] {
  const names =
    error instanceof HostError && error.code === 'vendor_bank_parse_failed' ? error.data.profiles : undefined;
  return Array.isArray(names) ? names : [];
}
