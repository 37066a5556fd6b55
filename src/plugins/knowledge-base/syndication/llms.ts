import { Readable } from 'node:stream';
import type { PageResponse } from '../../../index.js';
import { openArticles } from '../access/open-articles.js';
import type { View, Visit } from '../pages/visit.js';
import type { NavNode } from '../template-data.js';
import { machineAnswer } from './answer.js';
import { asStranger } from './for-strangers.js';
import { articleMarkdown, listEntry, oneLine } from './markdown.js';

/** Articles whose texts are read at a time. */
const BATCH = 50;
/** Ids of one statement. */
const IDS = 500;

/** A category with articles of its own, under the names of those above it. */
interface Section {
  readonly title: string;
  readonly entries: readonly NavNode[];
}

/** `llms.txt`: what there is to read, by category, with links to Markdown (llmstxt.org). */
export async function llmsTxt(visit: Visit): Promise<PageResponse> {
  const view = asStranger(visit);
  const { kb, strings, locale } = view;
  const sections = sectionsOf(await kb.navigation.tree(locale, '', view.viewer), strings.text('nav.label'));
  const excerpts = await excerptsOf(view, idsIn(sections));
  const text = [
    `# ${oneLine(kb.site.name)}: ${strings.text('nav.label')}\n`,
    ...(kb.site.description === '' ? [] : [`> ${oneLine(kb.site.description)}\n`]),
    ...sections.map(
      ({ title, entries }) =>
        `## ${oneLine(title)}\n\n${entries
          .map((entry) => listEntry(kb.site.origin, entry.title, entry.link, excerpts.get(entry.id ?? 0) ?? ''))
          .join('')}`,
    ),
  ].join('\n');
  const filtered = await visit.context.hooks.applyFiltersAsync('vendor_kb_llms_txt', text, { locale });
  return machineAnswer(visit.request, filtered, 'text/plain', { 'X-Robots-Tag': 'noindex' });
}

/** `llms-full.txt`: all texts in the same order, read while they are sent. */
export async function llmsFullTxt(visit: Visit): Promise<PageResponse> {
  const view = asStranger(visit);
  const tree = await view.kb.navigation.tree(view.locale, '', view.viewer);
  const ids = idsIn(sectionsOf(tree, ''));
  return {
    status: 200,
    headers: {
      ...{ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache', 'X-Robots-Tag': 'noindex' },
    },
    body: visit.request.method === 'HEAD' ? '' : Readable.from(textsOf(view, ids)),
  };
}

async function* textsOf(view: View, ids: readonly number[]): AsyncGenerator<string> {
  const { kb, viewer } = view;
  for (let start = 0; start < ids.length; start += BATCH) {
    // Asked anew for each batch: what is closed while others are sent stays closed.
    const open = await openArticles(kb, ids.slice(start, start + BATCH), viewer);
    await kb.texts.load(open);
    for (const article of open) {
      yield `${await articleMarkdown(view, article)}\nSource: ${kb.permalinks.articleUrl(article)}\n\n`;
    }
  }
}

/** @param names of the categories that the nodes are in */
function sectionsOf(nodes: readonly NavNode[], top: string, names: readonly string[] = []): Section[] {
  const entries = nodes.filter(({ kind }) => kind === 'article');
  const below = nodes.filter(({ kind }) => kind === 'category');
  return [
    ...(entries.length > 0 ? [{ title: names.join(' / ') || top, entries }] : []),
    ...below.flatMap(({ title, children }) => sectionsOf(children, top, [...names, title])),
  ];
}

function idsIn(sections: readonly Section[]): number[] {
  return [...new Set(sections.flatMap(({ entries }) => entries.flatMap(({ id }) => id ?? [])))];
}

async function excerptsOf({ kb: { db } }: View, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const excerpts = new Map<number, string>();
  for (let start = 0; start < ids.length; start += IDS) {
    const rows = await db.query
      .selectFrom('posts')
      .select(['id', 'excerpt'])
      .where('id', 'in', ids.slice(start, start + IDS))
      .execute();
    for (const { id, excerpt } of rows) excerpts.set(id, excerpt);
  }
  return excerpts;
}
