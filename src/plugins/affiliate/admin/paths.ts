import type { AdminDetailData, AdminRequest } from '../../../admin.js';
import type { Strings } from '../../../text.js';

/** Paths of the admin pages, relative to the admin area. */
export const OVERVIEW_PATH = '/affiliates';
export const PEOPLE_PATH = '/affiliates/people';
export const PERSON_PATH = `${PEOPLE_PATH}/{id}` as const;
export const NEW_PERSON_PATH = `${PEOPLE_PATH}/new` as const;
export const COMMISSIONS_PATH = '/affiliates/commissions';
export const COMMISSION_PATH = `${COMMISSIONS_PATH}/{id}` as const;
export const PAYOUTS_PATH = '/affiliates/payouts';
export const PAYOUT_PATH = `${PAYOUTS_PATH}/{id}` as const;
export const NEW_PAYOUT_PATH = `${PAYOUTS_PATH}/new` as const;
export const KEYS_PATH = '/affiliates/keys';
export const KEY_PATH = `${KEYS_PATH}/{key}` as const;

const TABS = [
  { path: OVERVIEW_PATH, name: 'admin.overview' },
  { path: PEOPLE_PATH, name: 'admin.people' },
  { path: COMMISSIONS_PATH, name: 'admin.commissions' },
  { path: PAYOUTS_PATH, name: 'admin.payouts' },
  { path: KEYS_PATH, name: 'admin.keys' },
] as const;

/** Builds the tabs of the program. @param current path of the current page */
export function tabsFor({ link }: AdminRequest, { text }: Strings, current: string): AdminDetailData['tabs'] {
  return TABS.map(({ path, name }) => ({ label: text(name), link: link(path), current: path === current }));
}

export function personPath(id: number): string {
  return `${PEOPLE_PATH}/${id}`;
}

export function commissionPath(id: number): string {
  return `${COMMISSIONS_PATH}/${id}`;
}

export function payoutPath(id: number): string {
  return `${PAYOUTS_PATH}/${id}`;
}
