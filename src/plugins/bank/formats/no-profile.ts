import { HostError } from '../../../index.js';

/** What the `reason` of the error says, for pages that lead on from there. */
const NO_PROFILE = 'no_profile';

const SAYS = { csv: 'which column is what', json: 'where its entries stand' } as const;

/** @param sentence what no profile fits @param data such as the names of the columns */
export function noProfile(kind: keyof typeof SAYS, sentence: string, data: Readonly<Record<string, unknown>> = {}) {
  const message = `${sentence} Make one on the page Profiles or by POST /vendor-bank/v1/profiles that says ${SAYS[kind]}, and choose it.`;
  return new HostError('vendor_bank_parse_failed', message, { status: 400, reason: NO_PROFILE, ...data });
}

/** Whether a file was refused only since nobody has said how it is read. */
export function lacksProfile(error: unknown): boolean {
  return error instanceof HostError && error.code === 'vendor_bank_parse_failed' && error.data.reason === NO_PROFILE;
}
