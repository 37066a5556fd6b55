import type { CredentialManagement } from '../../../accounts/credential-management.js';
import type { AdminRequest } from '../../admin-page.js';
import type { FormTickets } from '../../form-tickets.js';
import type { ListQuery } from '../../list-query.js';
import type { CorePagesParts } from '../core-pages.js';

/** Services that the session and credential pages use. */
export interface CredentialPagesParts extends CorePagesParts {
  readonly credentials: CredentialManagement;
  readonly tickets: FormTickets;
}

/** Returns the current page of a list. */
export function pageOf<T>(all: readonly T[], { page, perPage }: ListQuery): readonly T[] {
  return all.slice((page - 1) * perPage, page * perPage);
}

/** Whether the form of this action was rejected. */
export function isRefused({ refused }: AdminRequest, action: string): boolean {
  return refused?.action === action;
}

/** Path of the list that the page of one entry belongs to. */
export function pathAbove({ path }: AdminRequest): string {
  return path.slice(0, path.lastIndexOf('/'));
}
