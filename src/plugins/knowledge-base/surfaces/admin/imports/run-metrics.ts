import type { AdminMetric } from '../../../../../admin.js';
import type { Strings } from '../../../../../text.js';
import type { Tally } from '../../../content/import/report.js';
import type { StoredReport } from '../../../content/import/runs/stored-report.js';

interface ReportCounts {
  readonly articles: Tally;
  readonly categories: Tally;
  readonly generated_categories: Tally;
  readonly media: Tally;
  readonly problems: readonly unknown[];
  readonly links: { readonly resolved: number; readonly unresolved: readonly unknown[] };
}

/** Returns the report's counts as figures. */
export function runMetrics(report: StoredReport, { text, number }: Strings): AdminMetric[] {
  const { articles, categories, generated_categories, media, problems, links } = report as unknown as ReportCounts;
  const omitted = (path: string): number => report.omitted[path] ?? 0;
  const tally = (title: string, { created, updated, unchanged }: Tally): AdminMetric => ({
    title: text(title),
    value: number(created + updated),
    link: null,
    isWaiting: false,
    text: text('import.tally', {
      created: number(created),
      updated: number(updated),
      unchanged: number(unchanged),
    }),
  });
  const failed = problems.length + omitted('problems');
  return [
    tally('import.articles', articles),
    tally('import.categories', sum(categories, generated_categories)),
    tally('import.pictures', media),
    {
      title: text('import.problems'),
      value: number(failed),
      text: text('import.problems-text'),
      link: null,
      isWaiting: failed > 0,
    },
    {
      title: text('import.links'),
      value: number(links.unresolved.length + omitted('links.unresolved')),
      text: text('import.links-text', { resolved: number(links.resolved) }),
      link: null,
      isWaiting: false,
    },
  ];
}

function sum(one: Tally, other: Tally): Tally {
  return {
    created: one.created + other.created,
    updated: one.updated + other.updated,
    unchanged: one.unchanged + other.unchanged,
  };
}
