import type { AdminRequest } from '../../../../admin.js';
import type { AffiliateProgram } from '../../affiliate.js';
import { nameOf } from '../../affiliates/affiliate.js';
import type { AffiliateStatus } from '../../affiliates/statuses.js';
import { BADGE_KINDS } from '../../labels.js';
import { NEW_PERSON_PATH, PEOPLE_PATH, type ProgramArea, personPath } from '../paths.js';

type Parts = Pick<AffiliateProgram, 'affiliateList' | 'affiliates' | 'exports'>;

/** Registers the list of affiliates and applicants. */
export function registerPeopleList(area: ProgramArea, { affiliates, affiliateList, exports }: Parts): void {
  const add = ({ link }: AdminRequest) => ({ label: area.texts().text('people.add'), link: link(NEW_PERSON_PATH) });
  /** Bulk action that sets a status. */
  const setting = (name: 'approve' | 'reject' | 'stop', status: AffiliateStatus) => ({
    label: `people.bulk-${name}`,
    done: `people.bulk-${name}-done`,
    start: () => async (id: number) => (await affiliates.setStatus(id, status)).changed,
  });
  area.list(affiliateList, {
    path: PEOPLE_PATH,
    title: 'admin.people',
    lead: 'people.lead',
    heading: (_data, request) => ({ actions: [{ ...add(request), primary: true }] }),
    columns: {
      name: (affiliate, { request }) => ({
        text: nameOf(affiliate),
        link: request.link(personPath(affiliate.id)),
        note: affiliate.code,
      }),
      status: ({ status, flags, holdPayoutsUntil }, { texts: { text } }) => ({
        text: '',
        badges: [
          { text: text(`status.${status}`), kind: BADGE_KINDS.affiliate[status] },
          ...(flags.length > 0 ? [{ text: text('people.flagged'), kind: 'warning' as const }] : []),
          ...(holdPayoutsUntil !== null && holdPayoutsUntil.getTime() > Date.now()
            ? [{ text: text('people.held'), kind: 'warning' as const }]
            : []),
        ],
      }),
      registered_at: ({ registeredAt }, { texts: { date } }) => date(registeredAt),
      clicks: true,
      conversions: true,
      earnings: true,
      balance: true,
    },
    row: (affiliate) => ({ id: affiliate.id, label: `${nameOf(affiliate)}, ${affiliate.code}` }),
    empty: (request) => ({ text: area.texts().text('people.none'), action: add(request) }),
    bulk: {
      actions: {
        approve: setting('approve', 'active'),
        reject: setting('reject', 'rejected'),
        stop: setting('stop', 'inactive'),
      },
    },
    file: { name: 'affiliates', label: 'admin.csv', lines: exports.affiliates },
  });
}
