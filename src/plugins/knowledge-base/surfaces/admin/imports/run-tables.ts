import {
  type AdminRequest,
  csvFile,
  type ListQuery,
  type ListTableData,
  listQuery,
  listTable,
} from '../../../../../admin.js';
import type { PageResponse } from '../../../../../pages.js';
import { csvText, type Strings } from '../../../../../text.js';
import type { ImportedItem } from '../../../content/import/imported-item.js';
import type { Run } from '../../../content/import/runs/run.js';
import { OUTCOMES } from '../../../content/import/runs/run-items.js';
import type { Runs } from '../../../content/import/runs/runs.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { FINDINGS, type Finding, findingsOf } from './findings.js';

const KINDS = ['article', 'category'] as const;
const BADGES = { created: 'good', updated: 'warning', unchanged: 'neutral' } as const;
const SERIOUS: Readonly<Record<string, 'bad' | 'warning'>> = { problem: 'bad', warning: 'warning', link: 'warning' };

/** The two lists of a run: its pages and its findings. */
export type RunList = 'pages' | 'findings';

type PagesQuery = ListQuery<never, 'kind' | 'outcome'>;

function pagesQuery(request: AdminRequest): PagesQuery {
  return listQuery(request, { filters: { outcome: OUTCOMES, kind: KINDS }, perPage: 50 });
}

function filterOf({ search, filters: { outcome, kind } }: PagesQuery) {
  return {
    search,
    outcome: OUTCOMES.find((each) => each === outcome),
    kind: KINDS.find((each) => each === kind),
  };
}

/** Lists the outcome, actual or expected, of each page of a run. */
export async function pagesTable(
  kb: KnowledgeBase,
  runs: Runs,
  run: Run,
  request: AdminRequest,
  { text }: Strings,
): Promise<ListTableData> {
  const query = pagesQuery(request);
  const { page, perPage } = query;
  const { items, total } = await runs.items.list(run.id, filterOf(query), {
    limit: perPage,
    offset: (page - 1) * perPage,
  });
  const linkOf = ({ kind, id }: ImportedItem): string | null => {
    if (id === null) return null;
    if (kind === 'article') return request.link(`/kb/articles/${id}/edit`);
    const category = kb.categories.tree().get(id);
    return category ? kb.permalinks.categoryHref(category) : null;
  };
  return listTable(request, query, {
    caption: text('import.pages'),
    columns: [
      { name: 'title', label: text('import.page') },
      { name: 'outcome', label: text('import.outcome') },
      { name: 'kind', label: text('import.kind') },
      { name: 'key', label: text('import.place') },
    ],
    rows: items.map((item, index) => {
      const link = linkOf(item);
      return {
        id: index,
        label: item.title,
        cells: {
          title: { text: item.title || item.key, ...(link === null ? {} : { link }) },
          outcome: {
            text: '',
            badges: [{ text: text(`import.outcome-${item.outcome}`), kind: BADGES[item.outcome] }],
          },
          kind: text(`import.kind-${item.kind}`),
          key: { text: item.key, code: true },
        },
      };
    }),
    total,
    search: text('import.search'),
    filters: [
      {
        name: 'outcome',
        label: text('import.outcome'),
        all: text('import.all'),
        options: OUTCOMES.map((value) => ({ value, label: text(`import.outcome-${value}`) })),
      },
      {
        name: 'kind',
        label: text('import.kind'),
        all: text('import.all'),
        options: KINDS.map((value) => ({ value, label: text(`import.kind-${value}`) })),
      },
    ],
    empty: { text: text('import.no-pages') },
  });
}

function findingsQuery(request: AdminRequest): ListQuery<never, 'finding'> {
  return listQuery(request, { filters: { finding: FINDINGS }, perPage: 50 });
}

function chosen(found: readonly Finding[], { search, filters: { finding } }: ListQuery<never, 'finding'>): Finding[] {
  const needle = search.toLowerCase();
  return found.filter(
    ({ kind, key, text }) =>
      (finding === null || kind === finding) && (needle === '' || `${key} ${text}`.toLowerCase().includes(needle)),
  );
}

/** Lists the findings of a run. */
export function findingsTable(run: Run, request: AdminRequest, texts: Strings): ListTableData {
  const { text } = texts;
  const query = findingsQuery(request);
  const all = run.report ? findingsOf(run.report, texts) : [];
  const found = chosen(all, query);
  const start = (query.page - 1) * query.perPage;
  const present = FINDINGS.filter((kind) => all.some((finding) => finding.kind === kind));
  return listTable(request, query, {
    caption: text('import.findings'),
    columns: [
      { name: 'kind', label: text('import.kind') },
      { name: 'key', label: text('import.place') },
      { name: 'what', label: text('import.what') },
    ],
    rows: found.slice(start, start + query.perPage).map(({ kind, key, text: what }, index) => ({
      id: index,
      label: key,
      cells: {
        kind: { text: '', badges: [{ text: text(`import.found-${kind}`), kind: SERIOUS[kind] ?? 'neutral' }] },
        key: { text: key, code: true },
        what,
      },
    })),
    total: found.length,
    search: text('import.search'),
    filters: [
      {
        name: 'finding',
        label: text('import.kind'),
        all: text('import.all'),
        options: present.map((value) => ({ value, label: text(`import.found-${value}`) })),
      },
    ],
    empty: { text: text('import.no-findings') },
  });
}

/** Exports one of the lists as a file, with its current filters. */
export async function listFile(
  runs: Runs,
  run: Run,
  list: RunList,
  request: AdminRequest,
  texts: Strings,
): Promise<PageResponse> {
  if (list === 'findings') {
    const found = chosen(run.report ? findingsOf(run.report, texts) : [], findingsQuery(request));
    const rows = found.map(({ kind, key, text }) => [kind, key, text]);
    return csvFile(`import-${run.id}-findings`, csvText([['kind', 'place', 'text'], ...rows]));
  }
  const { items } = await runs.items.list(run.id, filterOf(pagesQuery(request)));
  const rows = items.map(({ kind, key, title, outcome, id }) => [
    outcome,
    kind,
    title,
    key,
    id === null ? '' : String(id),
  ]);
  return csvFile(`import-${run.id}`, csvText([['outcome', 'kind', 'title', 'place', 'id'], ...rows]));
}
