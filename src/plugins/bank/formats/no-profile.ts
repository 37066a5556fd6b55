import { HostError } from '../../../index.js';

/** `reason` in `vendor_bank_parse_failed` if no profile exists for a file. */
export const NO_PROFILE = 'no_profile';

/** Whether a file was rejected for lack of a profile, so that the UI can offer to create one. */
export function lacksProfile(error: unknown): boolean {
  return error instanceof HostError && error.code === 'vendor_bank_parse_failed' && error.data.reason === NO_PROFILE;
}
