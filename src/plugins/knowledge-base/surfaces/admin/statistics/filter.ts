import type { AdminRequest } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { COMPARISONS, GRANULARITIES, PERIODS } from '../../../content/statistics/period.js';
import { languageName } from '../../pages/visit.js';
import type { KbStatisticsPage } from './frame.js';
import { KB_STATISTICS_PATH } from './paths.js';
import type { StatisticsRequest } from './statistics-request.js';

/** Builds the filter form. It uses GET so that every view has a URL. */
export async function statisticsFilter(
  kb: KnowledgeBase,
  request: AdminRequest,
  { report, category, locale }: StatisticsRequest,
  locales: readonly string[],
  { text }: Strings,
): Promise<KbStatisticsPage['filter']> {
  const choice = (
    name: 'compare' | 'granularity' | 'period',
    values: readonly string[],
    chosen: string | undefined,
  ) => ({
    name,
    label: text(`figures.${name}`),
    options: values.map((value) => ({ value, label: text(`figures.${name}-${value}`), selected: value === chosen })),
  });
  const all = (label: string, isChosen: boolean) => ({ value: '', label: text(label), selected: isChosen });
  const visibility = await kb.access.visibility(kb.access.viewerOf(request));
  const shown = kb.categories
    .tree()
    .all()
    .filter(({ id }) => visibility.admitsCategory(id))
    .toSorted((one, other) => one.path.localeCompare(other.path));
  const { list } = request.query;
  return {
    action: request.link(KB_STATISTICS_PATH),
    choices: [
      choice('period', PERIODS, report.period),
      choice('granularity', GRANULARITIES, report.granularity),
      choice('compare', COMPARISONS, report.compare),
      {
        name: 'category',
        label: text('figures.category'),
        options: [
          all('figures.all-categories', category === undefined),
          ...shown.map(({ id, name, depth }) => ({
            value: String(id),
            label: `${'– '.repeat(depth - 1)}${name}`,
            selected: id === category,
          })),
        ],
      },
      {
        name: 'locale',
        label: text('figures.locale'),
        options: [
          all('figures.all-locales', locale === undefined),
          ...locales.map((value) => ({ value, label: languageName(value), selected: value === locale })),
        ],
      },
    ],
    days: [
      { name: 'from', label: text('figures.from'), value: report.from ?? '' },
      { name: 'to', label: text('figures.to'), value: report.to ?? '' },
    ],
    hidden: typeof list === 'string' ? [{ name: 'list', value: list }] : [],
    submit: text('figures.filter'),
    note: text('figures.lists-only'),
  };
}
