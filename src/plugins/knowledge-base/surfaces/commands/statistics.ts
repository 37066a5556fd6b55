import { addDays, createCalendar, isDay } from '../../../../calendar.js';
import { HostError } from '../../../../index.js';
import type { CommandContext, CommandOption, OwnedCommands, Row } from '../../../../operations.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { ARTICLE_ORDERS, type ArticleOrderBy } from '../../content/statistics/article-table.js';
import { CATEGORY_ORDERS, type CategoryOrderBy } from '../../content/statistics/category-table.js';
import type { Overview } from '../../content/statistics/overview.js';
import { COMPARISONS, GRANULARITIES, PERIODS } from '../../content/statistics/period.js';
import type { ListQuery, ReportQuery } from '../../content/statistics/report-query.js';
import { QUERY_ORDERS, type QueryOrderBy, type SearchReport } from '../../content/statistics/search-table.js';
import { SYSTEM } from '../../domain/access/viewer.js';
import { categoryNotFound } from '../../domain/errors.js';
import { ID } from './option-values.js';

const REPORT_OPTIONS: readonly CommandOption[] = [
  { flags: '--period <period>', description: 'period; default: 30d', choices: PERIODS },
  { flags: '--from <day>', description: 'first day, 2026-01-31' },
  { flags: '--to <day>', description: 'last day; default: today' },
  { flags: '--tz <zone>', description: "time zone of the days; default: the site's" },
];

const LIST_OPTIONS: readonly CommandOption[] = [
  ...REPORT_OPTIONS,
  {
    flags: '--limit <number>',
    description: 'maximum number of rows',
    default: 20,
    integer: { minimum: 1, maximum: 10_000 },
  },
  { flags: '--order <order>', description: 'sort order', choices: ['asc', 'desc'] },
  { flags: '--category <id>', description: 'in this category or its descendants', integer: ID },
  { flags: '--locale <locale>', description: 'in this language' },
];

/** `mortise kb stats ...` */
export function registerStatisticsCommands(cli: OwnedCommands, kb: KnowledgeBase): void {
  const { statistics } = kb;

  cli.command('kb stats overview', {
    summary: 'Show usage of the knowledge base',
    options: [
      ...REPORT_OPTIONS,
      { flags: '--granularity <step>', description: 'chart interval', choices: GRANULARITIES },
      { flags: '--compare <with>', description: 'comparison period', choices: COMPARISONS },
    ],
    async run(context) {
      printOverview(await statistics.overview(context.options as ReportQuery), context);
    },
  });

  cli.command('kb stats articles', {
    summary: 'List articles by usage',
    options: [...LIST_OPTIONS, { flags: '--orderby <figure>', description: 'by what', choices: ARTICLE_ORDERS }],
    async run(context) {
      const { rows, total } = await statistics.articles(listQuery<ArticleOrderBy>(kb, context));
      const flat = rows.map(({ article, ...counts }) => ({ ...article, ...counts }));
      const columns = ['id', 'title', 'views', 'visitors', 'search_clicks', 'avg_rating', 'trend'];
      printChart(context, flat, columns, 'views', 100, total);
    },
  });

  cli.command('kb stats search', {
    summary: 'List search queries; --failed: without results, --unclicked: without clicks, --refined: reformulated',
    options: [
      ...LIST_OPTIONS,
      { flags: '--orderby <figure>', description: 'by what', choices: QUERY_ORDERS },
      { flags: '--failed', description: 'only queries without results' },
      { flags: '--unclicked', description: 'only frequent queries with few clicks' },
      { flags: '--refined', description: 'only queries that the same users reformulated' },
    ],
    async run(context) {
      const report = reportOf(context.options);
      const query = { ...listQuery<QueryOrderBy>(kb, context), report } as const;
      const { statistics: found } = await statistics.searches(query);
      const { totals } = found;
      if (report === 'zero_results') {
        printChart(context, found.zero_results, ['query', 'count', 'last_seen'], 'count', 90);
      } else if (report === 'refined') {
        printChart(context, found.refined, ['query', 'next', 'count', 'last_seen'], 'count', 90);
      } else
        printChart(
          context,
          found[report],
          ['query', 'count', 'results_avg', 'clicks', 'ctr', 'position_avg', 'last_seen'],
          'count',
          113,
        );
      context.output.note(
        `${totals.searches} searches, ${totals.zero_result_searches} without results. Queries of fewer than three users are hidden.`,
      );
    },
  });

  cli.command('kb stats categories', {
    summary: 'List categories by usage of their articles',
    options: [...LIST_OPTIONS, { flags: '--orderby <figure>', description: 'by what', choices: CATEGORY_ORDERS }],
    async run(context) {
      const { rows, total } = await statistics.categories(listQuery<CategoryOrderBy>(kb, context));
      const flat = rows.map(({ category, ...counts }) => ({ ...category, ...counts }));
      const columns = ['id', 'name', 'articles', 'views', 'visitors', 'avg_rating', 'zero_result_searches'];
      printChart(context, flat, columns, 'views', 112, total);
    },
  });

  cli.command('kb stats rebuild', {
    summary: 'Recalculate days from stored events (thirty days)',
    options: [
      { flags: '--from <day>', description: 'first day; default: yesterday' },
      { flags: '--to <day>', description: 'last day; default: today' },
    ],
    async run({ options, output, signal }) {
      const today = createCalendar(kb.site.timezone).dayOf(new Date());
      const rows: Row[] = [];
      const last = dayOf(options.to, today);
      for (let day = dayOf(options.from, addDays(today, -1)); day <= last; day = addDays(day, 1)) {
        if (signal.aborted) return 130;
        rows.push({ day, events: await statistics.rebuild(day) });
      }
      output.rows(rows, ['day', 'events']);
    },
  });
}

function reportOf({ failed, unclicked, refined }: CommandContext['options']): SearchReport {
  if (failed === true) return 'zero_results';
  if (unclicked === true) return 'low_clicks';
  return refined === true ? 'refined' : 'queries';
}

/** Parses a day. @throws HostError 400 `vendor_kb_invalid_param` */
function dayOf(value: unknown, otherwise: string): string {
  if (value === undefined) return otherwise;
  const day = String(value);
  if (isDay(day)) return day;
  throw new HostError('vendor_kb_invalid_param', `Enter a day such as 2026-01-31, not "${day}".`, { status: 400 });
}

/** Builds the list query. @throws HostError 404 `vendor_kb_category_not_found` */
function listQuery<OrderBy extends string>(kb: KnowledgeBase, { options }: CommandContext): ListQuery<OrderBy> {
  const usedColumns = options as unknown as Omit<ListQuery<OrderBy>, 'offset' | 'viewer'>;
  if (usedColumns.category !== undefined && !kb.categories.tree().get(usedColumns.category))
    throw categoryNotFound(usedColumns.category);
  return { ...usedColumns, viewer: SYSTEM, offset: 0, locale: usedColumns.locale?.toLowerCase() };
}

/** Prints totals and charts for people, a single value for programs. */
function printOverview(overview: Overview, context: CommandContext): void {
  const { format, fields, field } = context.options;
  if (format === 'csv') context.output.rows(seriesRows(overview), SERIES_COLUMNS);
  else if (format !== 'table' || fields !== undefined || field !== undefined) context.output.record({ ...overview });
  else printForPerson(overview, context);
}

function printForPerson({ period, totals, previous, change, series }: Overview, context: CommandContext): void {
  const { output } = context;
  const names = Object.keys(totals) as (keyof typeof totals)[];
  const columns = ['figure', 'value', ...(previous ? ['previous', 'change'] : [])];
  output.rows(
    names.map((figure) => ({
      figure,
      value: totals[figure] ?? '-',
      previous: previous?.[figure] ?? '-',
      change: percentText(change?.[figure] ?? null),
    })),
    columns,
  );
  output.text('\n');
  printChart(context, seriesRows({ series }), SERIES_COLUMNS, 'views', 50);
  output.note(`${period.from} to ${period.to}, by ${period.granularity}, in ${period.tz}.`);
}

const SERIES_COLUMNS = ['date', 'views', 'visitors', 'searches', 'zero_results'];

function seriesRows({ series }: Pick<Overview, 'series'>): Row[] {
  return series.map((step) => ({ ...step }));
}

function percentText(value: number | null): string {
  return value === null ? '-' : `${value > 0 ? '+' : ''}${value} %`;
}

/** Prints a chart. @param usedWidth approximate maximum width of the other columns */
function printChart(
  { options, output, color }: CommandContext,
  rows: readonly Row[],
  columns: readonly string[],
  by: string,
  usedWidth: number,
  total?: number,
): void {
  const width = barWidth(process.stdout, usedWidth, options.format !== 'table' || !color);
  output.rows(withBars(rows, by, width), width === 0 ? columns : [...columns, 'chart'], total);
}

/** Blocks of one to seven eighths of a column, from the left. */
const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const;

/** Bounds of a bar in columns: minimum space beside the table, and maximum cell width. */
const MIN_BAR_SPACE = 8;

const MAX_CELL_WIDTH = 60;

/**
 * Draws a chart bar in a terminal, exact to an eighth of a column.
 * @param most value that fills the width
 * @param width in columns
 */
export function bar(value: number, most: number, width: number): string {
  if (!(value > 0 && most > 0 && width > 0)) return '';
  // Any positive value is visible.
  const eighths = Math.max(1, Math.round((Math.min(value, most) / most) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

/** Terminal to draw on. */
interface Screen {
  readonly isTTY?: boolean | undefined;
  /** Columns per line. */
  readonly columns?: number | undefined;
}

/** Returns the width of bars beside text of a given width; 0 without a terminal or for plain output. */
export function barWidth({ isTTY, columns = 80 }: Screen, usedColumns: number, isPlain: boolean): number {
  if (!isTTY || isPlain) return 0;
  const left = Math.min(MAX_CELL_WIDTH, columns - usedColumns);
  return left < MIN_BAR_SPACE ? 0 : left;
}

/** Adds a `chart` column for one of the rows' numbers. Without space, returns the rows unchanged. */
export function withBars<R extends Readonly<Record<string, unknown>>>(
  rows: readonly R[],
  by: keyof R & string,
  width: number,
): (R & { chart?: string })[] {
  if (width === 0) return [...rows];
  const most = Math.max(0, ...rows.map((row) => Number(row[by])));
  return rows.map((row) => ({ ...row, chart: bar(Number(row[by]), most, width) }));
}
