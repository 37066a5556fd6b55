import type { AdminArea, OwnedAdmin } from '../../../admin.js';
import { type BankKey, bankCatalogues } from '../catalogues.js';
import { errorText, refuseForm } from '../labels.js';
import type { Profile } from '../profiles/profile.js';

/** Paths of the pages in the admin area. */
export const OVERVIEW_PATH = '/bank';
export const RUNS_PATH = '/bank/runs';
export const RUN_PATH = `${RUNS_PATH}/{id}` as const;
export const REVIEW_PATH = '/bank/review';
export const TRANSACTIONS_PATH = '/bank/transactions';
export const TRANSACTION_PATH = `${TRANSACTIONS_PATH}/{id}` as const;
export const RECEIVABLES_PATH = '/bank/receivables';
export const RECEIVABLE_PATH = `${RECEIVABLES_PATH}/{id}` as const;
export const NEW_RECEIVABLE_PATH = `${RECEIVABLES_PATH}/new` as const;
export const IMPORT_PATH = '/bank/import';
export const PREVIEW_PATH = `${IMPORT_PATH}/{upload}` as const;
export const COLUMNS_PATH = `${PREVIEW_PATH}/columns` as const;
export const SOURCES_PATH = '/bank/sources';
export const SOURCE_PATH = `${SOURCES_PATH}/{id}` as const;
export const NEW_SOURCE_PATH = `${SOURCES_PATH}/new` as const;
export const PROFILES_PATH = '/bank/profiles';
export const PROFILE_PATH = `${PROFILES_PATH}/{name}` as const;
export const DELETE_PROFILE_PATH = `${PROFILE_PATH}/delete` as const;
/** Outside of `PROFILES_PATH`, because a profile may be named `new`. */
export const NEW_PROFILE_PATH = '/bank/new-profile/{kind}' as const;
export const RULES_PATH = '/bank/rules';

/** The area of the pages. */
export type BankArea = AdminArea<BankKey>;

/** Declares the admin area of the plugin. */
export function bankArea(admin: Pick<OwnedAdmin, 'area'>): BankArea {
  return admin.area({
    path: OVERVIEW_PATH,
    texts: bankCatalogues,
    capability: 'manage_bank',
    stylesheets: ['bank/admin.css'],
    tabs: {
      [OVERVIEW_PATH]: 'admin.overview',
      [REVIEW_PATH]: 'admin.review',
      [TRANSACTIONS_PATH]: 'admin.transactions',
      [RECEIVABLES_PATH]: 'admin.receivables',
      [IMPORT_PATH]: 'admin.import',
      [SOURCES_PATH]: 'admin.sources',
      [PROFILES_PATH]: 'admin.profiles',
      [RULES_PATH]: 'admin.rules',
    },
    tabsLabel: 'admin.tabs',
    errors: { errorText, refuseForm },
  });
}

export function runPath(id: number): string {
  return `${RUNS_PATH}/${id}`;
}

export function transactionPath(id: number): string {
  return `${TRANSACTIONS_PATH}/${id}`;
}

export function sourcePath(id: number): string {
  return `${SOURCES_PATH}/${id}`;
}

export function profilePath(name: string): string {
  return `${PROFILES_PATH}/${name}`;
}

export function newProfilePath(kind: Profile['kind']): string {
  return `/bank/new-profile/${kind}`;
}

export function previewPath(upload: string): string {
  return `${IMPORT_PATH}/${upload}`;
}

export function columnsPath(upload: string): string {
  return `${previewPath(upload)}/columns`;
}

export function receivablePath(id: string): string {
  return `${RECEIVABLES_PATH}/${id}`;
}
