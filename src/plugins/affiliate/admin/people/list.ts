import {
  type AdminRequest,
  bulkNotice,
  csvFile,
  forEachTicked,
  formError,
  type ListRow,
  listQuery,
  listTable,
  pagePart,
  type SubmittedForm,
  tickedIds,
} from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import { moneyText } from '../../../../money.js';
import type { Strings } from '../../../../text.js';
import type { AffiliateProgramme } from '../../affiliate.js';
import { type Affiliate, nameOf } from '../../affiliates/affiliate.js';
import { AFFILIATE_STATUSES, type AffiliateStatus } from '../../affiliates/statuses.js';
import type { AffiliateTotals } from '../../affiliates/totals.js';
import { affiliateTexts } from '../../catalogues.js';
import { BADGE_KINDS, faultText } from '../../labels.js';
import { pageOf, titleOf } from '../frame.js';
import { NEW_PERSON_PATH, OVERVIEW_PATH, PEOPLE_PATH, personPath } from '../paths.js';

type Parts = Pick<AffiliateProgramme, 'affiliates' | 'exports' | 'totalsOf'>;

const FILE_PATH = `${PEOPLE_PATH}/export.csv` as const;

/** Bulk actions and the status that each one sets. */
const BULK = { approve: 'active', reject: 'rejected', stop: 'inactive' } as const satisfies Record<
  string,
  AffiliateStatus
>;

/** Registers the list of affiliates and applicants. */
export function registerPeopleList({ admin, site }: Pick<PluginContext, 'admin' | 'site'>, programme: Parts): void {
  admin.page({
    path: PEOPLE_PATH,
    title: titleOf(site, 'admin.people'),
    capability: 'manage_options',
    parent: OVERVIEW_PATH,
    template: 'core/admin/detail',
    stylesheets: ['affiliate/admin.css'],
    async load(request) {
      const texts = affiliateTexts(site);
      const table = await tableOf(programme, request, texts);
      return pageOf(request, texts, PEOPLE_PATH, { sections: [pagePart({ table })] });
    },
    heading(_data, { link, query: { search, status } }) {
      const { text } = affiliateTexts(site);
      return {
        lead: text('people.lead'),
        actions: [
          { label: text('admin.csv'), link: link(FILE_PATH, { search, status }) },
          { label: text('people.add'), link: link(NEW_PERSON_PATH), primary: true },
        ],
      };
    },
    actions: { bulk: (request, form) => bulk(programme, request, form, affiliateTexts(site)) },
  });

  admin.page({
    path: FILE_PATH,
    title: titleOf(site, 'admin.csv'),
    capability: 'manage_options',
    parent: PEOPLE_PATH,
    template: 'core/admin/detail',
    load(request) {
      const { search, filters } = listQuery(request, { filters: FILTERS });
      return csvFile('affiliates', programme.exports.affiliates({ search, status: statusOf(filters.status) }));
    },
  });
}

const FILTERS = { status: AFFILIATE_STATUSES } as const;

function statusOf(text: string | null): AffiliateStatus | undefined {
  return AFFILIATE_STATUSES.find((status) => status === text);
}

async function bulk({ affiliates }: Parts, request: AdminRequest, form: SubmittedForm, texts: Strings) {
  const ids = tickedIds(request, form);
  const choice = (Object.keys(BULK) as (keyof typeof BULK)[]).find((each) => each === form.text('bulk'));
  if (!choice) throw formError({}, request.strings.text('admin.bulk-none'));
  const outcome = await forEachTicked(ids, async (id) => (await affiliates.setStatus(id, BULK[choice])).changed);
  const done = (count: number): string => texts.text(`people.bulk-${choice}-done`, { count });
  const { strings } = request;
  return { notice: bulkNotice(outcome, { strings, done, faultText: (refusal) => faultText(refusal, texts) }) };
}

async function tableOf({ affiliates, totalsOf }: Parts, request: AdminRequest, texts: Strings) {
  const { text } = texts;
  const query = listQuery(request, {
    sortable: ['registered_at', 'name', 'status', 'clicks', 'conversions', 'earnings', 'balance'],
    defaultDirection: 'desc',
    filters: FILTERS,
  });
  const { rows, total } = await affiliates.list({
    page: query.page,
    perPage: query.perPage,
    search: query.search,
    status: statusOf(query.filters.status),
    orderBy: query.orderBy ?? undefined,
    order: query.direction,
  });
  const totals = await totalsOf(rows.map(({ id }) => id));
  return listTable(request, query, {
    caption: text('admin.people'),
    columns: [
      { name: 'name', label: text('people.name'), sortable: true },
      { name: 'status', label: text('people.status'), sortable: true },
      { name: 'registered_at', label: text('people.registered'), sortable: true },
      { name: 'clicks', label: text('people.clicks'), sortable: true, numeric: true },
      { name: 'conversions', label: text('people.conversions'), sortable: true, numeric: true },
      { name: 'earnings', label: text('people.earned'), sortable: true, numeric: true },
      { name: 'balance', label: text('people.balance'), sortable: true, numeric: true },
    ],
    rows: rows.map((row) => rowOf(row, totals.get(row.id), request, texts)),
    total,
    search: text('people.search'),
    filters: [
      {
        name: 'status',
        label: text('people.status'),
        all: text('admin.all-states'),
        options: AFFILIATE_STATUSES.map((value) => ({ value, label: text(`status.${value}`) })),
      },
    ],
    bulk: {
      action: 'bulk',
      options: Object.keys(BULK).map((value) => ({ value, label: text(`people.bulk-${value}`) })),
    },
    empty: { text: text('people.none'), action: { label: text('people.add'), link: request.link(NEW_PERSON_PATH) } },
  });
}

function rowOf(
  affiliate: Affiliate,
  totals: AffiliateTotals | undefined,
  { link }: AdminRequest,
  { text, number, date, locale }: Strings,
): ListRow {
  const { id, code, status, currency, registeredAt, flags, holdPayoutsUntil } = affiliate;
  const money = (minor: number): string => moneyText(minor, currency, locale);
  const isHeld = holdPayoutsUntil !== null && holdPayoutsUntil.getTime() > Date.now();
  return {
    id,
    label: `${nameOf(affiliate)}, ${code}`,
    cells: {
      name: { text: nameOf(affiliate), link: link(personPath(id)), note: code },
      status: {
        text: '',
        badges: [
          { text: text(`status.${status}`), kind: BADGE_KINDS.affiliate[status] },
          ...(flags.length > 0 ? [{ text: text('people.flagged'), kind: 'warning' as const }] : []),
          ...(isHeld ? [{ text: text('people.held'), kind: 'warning' as const }] : []),
        ],
      },
      registered_at: date(registeredAt),
      clicks: number(totals?.clicks ?? 0),
      conversions: number(totals?.conversions ?? 0),
      earnings: money((totals?.approved ?? 0) + (totals?.paid ?? 0)),
      balance: money(totals?.balance ?? 0),
    },
  };
}
