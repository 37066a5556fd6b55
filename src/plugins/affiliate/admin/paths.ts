import type { AdminArea, OwnedAdmin } from '../../../admin.js';
import { type AffiliateKey, affiliateCatalogues } from '../catalogues.js';
import { errorText, refuseForm } from '../labels.js';

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

/** The area of the pages. */
export type ProgramArea = AdminArea<AffiliateKey>;

/** Declares the admin area of the program. */
export function programArea(admin: Pick<OwnedAdmin, 'area'>): ProgramArea {
  return admin.area({
    path: OVERVIEW_PATH,
    texts: affiliateCatalogues,
    capability: 'manage_options',
    stylesheets: ['affiliate/admin.css'],
    tabs: {
      [OVERVIEW_PATH]: 'admin.overview',
      [PEOPLE_PATH]: 'admin.people',
      [COMMISSIONS_PATH]: 'admin.commissions',
      [PAYOUTS_PATH]: 'admin.payouts',
      [KEYS_PATH]: 'admin.keys',
    },
    tabsLabel: 'admin.tabs',
    errors: { errorText, refuseForm },
  });
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
