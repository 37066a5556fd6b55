import type { SearchFacet, SearchFilters } from '../../content/views/template-data.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { pageLink } from '../../domain/links/links.js';
import { toBound, toEnd } from '../../domain/moments.js';
import type { SearchResponse } from '../../domain/search/search-service.js';
import { textOf, type Visit } from './visit.js';

/** Days by parameter value. */
const PERIODS = { week: 7, month: 30, year: 365 } as const;
type Period = keyof typeof PERIODS;

/** Number of categories or tags shown; the rest are collapsed. */
const VISIBLE_FACETS = 8;
/** Maximum characters of a tag in the query. */
const MAX_TAG_LENGTH = 200;
const DAY = 24 * 60 * 60 * 1000;

/** Search filters in the query. Invalid ones are ignored. */
export interface ChosenFilters {
  readonly category: Category | null;
  readonly tag: string | null;
  readonly period: Period | null;
  /** Days as `YYYY-MM-DD` in UTC; null with a period. */
  readonly from: string | null;
  readonly to: string | null;
  /** Turns off spelling correction. */
  readonly isExact: boolean;
}

/** Reads the filters. @returns filters without categories closed to this visitor */
export async function readFilters({ kb, request, locale, viewer }: Visit): Promise<ChosenFilters> {
  const { query } = request;
  const category = kb.categories.tree().byPath(locale, textOf(query.category));
  const { admitsCategory } = await kb.access.visibility(viewer);
  const tag = textOf(query.tag);
  const [from, to] = [dayOf(query.from), dayOf(query.to)];
  const period = textOf(query.updated);
  return {
    category: category && admitsCategory(category.id) ? category : null,
    tag: tag === '' || tag.length > MAX_TAG_LENGTH ? null : tag,
    period: from === null && to === null && isPeriod(period) ? period : null,
    from,
    to,
    isExact: query.fuzzy === '0',
  };
}

/** Converts the filters for the search. */
export function toSearch({ category, tag, period, from, to, isExact }: ChosenFilters, now: Date) {
  return {
    category: category ? [category.id] : undefined,
    tag: tag ?? undefined,
    from: period ? new Date(now.getTime() - PERIODS[period] * DAY) : from === null ? undefined : toBound(from),
    to: to === null ? undefined : toEnd(to),
    fuzzy: isExact ? (0 as const) : ('auto' as const),
  };
}

/** Converts the filters to query parameters. */
export function toParameters({
  category,
  tag,
  period,
  from,
  to,
  isExact,
}: ChosenFilters): Readonly<Record<string, string>> {
  return {
    ...(category && { category: category.path }),
    ...(tag !== null && { tag }),
    ...(period && { updated: period }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(isExact && { fuzzy: '0' }),
  };
}

/** Describes the available and chosen filters. */
export function describeFilters(
  { kb, strings }: Visit,
  chosen: ChosenFilters,
  { facets, query }: SearchResponse,
  link: string,
): SearchFilters {
  const linkTo = (change: Partial<ChosenFilters>): string =>
    pageLink(link, { q: query, ...toParameters({ ...chosen, ...change }) }, 1);
  const { category, tag, period, from, to, isExact } = chosen;
  const categories = facets.categories.flatMap(({ id, name, count }): SearchFacet[] => {
    const found = kb.categories.tree().get(id) ?? null;
    const active = id === category?.id;
    // The link of a chosen filter removes it.
    return found ? [{ name, count, active, link: linkTo({ category: active ? null : found }) }] : [];
  });
  const tags = facets.tags.map(({ tag: name, count }): SearchFacet => {
    const active = name === tag;
    return { name, count, active, link: linkTo({ tag: active ? null : name }) };
  });
  const dates = [from === null ? null : dayLabel(from), to === null ? null : dayLabel(to)] as const;

  /** Formats a day in UTC: the site's time zone could show another day than requested. */
  function dayLabel(day: string): string {
    return new Intl.DateTimeFormat(strings.locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
  }

  return {
    chosen: [
      ...(category ? [{ kind: 'category' as const, name: category.name, link: linkTo({ category: null }) }] : []),
      ...(tag !== null ? [{ kind: 'tag' as const, name: tag, link: linkTo({ tag: null }) }] : []),
      ...(period
        ? [{ kind: 'updated' as const, name: strings.text(`search.${period}`), link: linkTo({ period: null }) }]
        : []),
      ...(from !== null || to !== null
        ? [{ kind: 'updated' as const, name: periodText(...dates), link: linkTo({ from: null, to: null }) }]
        : []),
      ...(isExact
        ? [{ kind: 'spelling' as const, name: strings.text('search.exact'), link: linkTo({ isExact: false }) }]
        : []),
    ],
    clear: pageLink(link, { q: query }, 1),
    // A single category with all results is no useful filter.
    categories: split(facets.categories.length === 1 && !category ? [] : categories),
    tags: split(tags),
    periods: Object.keys(PERIODS)
      .filter(isPeriod)
      .map((name) => ({
        name: strings.text(`search.${name}`),
        active: name === period,
        link: linkTo({ period: name === period ? null : name, from: null, to: null }),
      })),
    dates: {
      action: link,
      from: from ?? '',
      to: to ?? '',
      hiddenFields: keptOf({ q: query, ...toParameters({ ...chosen, period: null, from: null, to: null }) }),
    },
  };

  function periodText(first: string | null, last: string | null): string {
    if (first === null) return strings.text('search.until', { to: last ?? '' });
    return last === null
      ? strings.text('search.since', { from: first })
      : strings.text('search.between', { from: first, to: last });
  }
}

/** Converts parameters to hidden form fields. */
export function keptOf(parameters: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(parameters).map(([name, value]) => ({ name, value }));
}

function split(facets: SearchFacet[]): { visible: SearchFacet[]; more: SearchFacet[] } {
  // Collapsing a single entry would save no space.
  const visibleCount = facets.length <= VISIBLE_FACETS + 1 ? facets.length : VISIBLE_FACETS;
  return { visible: facets.slice(0, visibleCount), more: facets.slice(visibleCount) };
}

function isPeriod(text: string): text is Period {
  return Object.hasOwn(PERIODS, text);
}

/** Parses a valid day as sent by a date field. */
function dayOf(value: unknown): string | null {
  const text = textOf(value);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text) ? text : null;
}
