import { type AdminRequest, adminList, pagePart } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import type { AffiliateProgram } from '../../affiliate.js';
import { nameOf } from '../../affiliates/affiliate.js';
import type { AffiliateStatus } from '../../affiliates/statuses.js';
import { affiliateTexts } from '../../catalogues.js';
import { BADGE_KINDS, errorText } from '../../labels.js';
import { pageOf, titleOf } from '../frame.js';
import { NEW_PERSON_PATH, OVERVIEW_PATH, PEOPLE_PATH, personPath } from '../paths.js';

type Parts = Pick<AffiliateProgram, 'affiliateList' | 'affiliates' | 'exports'>;

const FILE_PATH = `${PEOPLE_PATH}/export.csv` as const;

/** Registers the list of affiliates and applicants. */
export function registerPeopleList(
  context: Pick<PluginContext, 'admin' | 'db' | 'site'>,
  { affiliates, affiliateList, exports }: Parts,
): void {
  const { admin, site } = context;
  const texts = () => affiliateTexts(site);
  const add = ({ link }: AdminRequest) => ({ label: texts().text('people.add'), link: link(NEW_PERSON_PATH) });
  /** Bulk action that sets a status. */
  const setting = (name: 'approve' | 'reject' | 'stop', status: AffiliateStatus) => ({
    label: `people.bulk-${name}`,
    done: `people.bulk-${name}-done`,
    start: () => async (id: number) => (await affiliates.setStatus(id, status)).changed,
  });
  const list = adminList(affiliateList, context, {
    path: PEOPLE_PATH,
    texts,
    caption: 'admin.people',
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
    empty: (request) => ({ text: texts().text('people.none'), action: add(request) }),
    bulk: {
      actions: {
        approve: setting('approve', 'active'),
        reject: setting('reject', 'rejected'),
        stop: setting('stop', 'inactive'),
      },
      errorText,
    },
    file: { path: FILE_PATH, name: 'affiliates', lines: exports.affiliates },
  });
  const page = {
    capability: 'manage_options',
    template: 'core/admin/detail',
    stylesheets: ['affiliate/admin.css'],
  } as const;

  admin.page({
    ...page,
    path: PEOPLE_PATH,
    title: titleOf(site, 'admin.people'),
    parent: OVERVIEW_PATH,
    async load(request) {
      const { table, notices } = await list.load(request);
      return pageOf(request, texts(), PEOPLE_PATH, { notices, sections: [pagePart({ table })] });
    },
    heading: (_data, request) => ({
      lead: texts().text('people.lead'),
      actions: [
        { label: texts().text('admin.csv'), link: list.fileLink(request) },
        { ...add(request), primary: true },
      ],
    }),
    actions: { bulk: list.bulk },
  });
  admin.page({
    ...page,
    path: FILE_PATH,
    title: titleOf(site, 'admin.csv'),
    parent: PEOPLE_PATH,
    load: list.file,
  });
}
