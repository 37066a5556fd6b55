import { HostError } from '../../../index.js';

/** The `reason` of `vendor_bank_parse_failed` where nobody has said yet how such a file is read. */
export const NO_PROFILE = 'no_profile';

/** Whether a file was refused for want of a profile, so that whoever brought it is led to where one is made. */
export function lacksProfile(error: unknown): boolean {
  return error instanceof HostError && error.code === 'vendor_bank_parse_failed' && error.data.reason === NO_PROFILE;
}
