import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { utc } from '../../../../database.js';
import type { PageResponse } from '../../../../pages.js';
import { hasEntityTag } from '../../../../rest.js';
import { createTurns } from '../../../../utilities.js';
import type { NavNode } from '../../content/views/template-data.js';
import type { View } from '../../content/views/view.js';
import { openArticles } from '../../domain/access/open-articles.js';
import { articlesIn } from '../../domain/articles/read-articles.js';
import { LIMITS, READ_COSTS } from '../../domain/limits.js';
import type { Visit } from '../pages/visit.js';
import { asStranger, machineResponse } from './machine-response.js';
import { articleMarkdown, listEntry, oneLine } from './markdown.js';

/** Articles whose texts are loaded per query. */
const BATCH = 20;
/** Maximum number of ids in one query. */
const IDS = 500;

/** A category with its own articles, titled with its ancestors' names. */
interface Section {
  readonly title: string;
  readonly entries: readonly NavNode[];
}

/** Renders `llms.txt`: all articles by category, with links to Markdown (llmstxt.org). */
export async function llmsTxt(visit: Visit): Promise<PageResponse> {
  visit.request.countReads(READ_COSTS.list);
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
  return machineResponse(visit.request, filtered, 'text/plain', { 'X-Robots-Tag': 'noindex' });
}

/**
 * Sends `llms-full.txt`: the texts of all articles in the same order.
 * The document is built once for each ETag. While plugins filter texts, each response is built as it is sent.
 * A client with the current texts gets 304 without any text being read, and only other responses count for {@link
 * LIMITS}.
 */
export async function llmsFullTxt(visit: Visit): Promise<PageResponse> {
  const { context, request } = visit;
  const view = asStranger(visit);
  const tree = await view.kb.navigation.tree(view.locale, '', view.viewer);
  const ids = idsIn(sectionsOf(tree, ''));
  const etag = await textsTag(view, tree, ids);
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-cache',
    'X-Robots-Tag': 'noindex',
    ...(etag === null ? {} : { ETag: etag }),
  };
  if (etag !== null && hasEntityTag(request.headers['if-none-match'], etag)) return { status: 304, headers, body: '' };
  if (request.method === 'HEAD') return { status: 200, headers, body: '' };
  request.countReads(READ_COSTS.allTexts);
  const limited = await context.limits.countPage(request, LIMITS.llmsFull);
  if (!limited.allowed) {
    const body = `Too many requests. Wait ${limited.retryAfter} seconds, or send If-None-Match with the ETag of the last response.\n`;
    return { status: 429, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...limited.headers }, body };
  }
  if (etag === null) return { status: 200, headers, body: Readable.from(textsOf(view, ids)) };
  const { size, body } = await view.kb.fullTexts.open(view.locale, etag, () => textsOf(view, ids));
  return { status: 200, headers: { ...headers, 'Content-Length': String(size) }, body };
}

/**
 * Returns a weak ETag of all texts, from their versions, order, URLs, visibility and renderers.
 * Changes at least daily, since blocks may depend on time. Null while plugins filter texts, which may then change
 * without a save.
 */
async function textsTag(
  { kb, viewer, locale }: View,
  tree: readonly NavNode[],
  ids: readonly number[],
): Promise<string | null> {
  if (kb.texts.isFiltered()) return null;
  const hash = createHash('sha256');
  const add = (value: unknown): void => void hash.update(`${JSON.stringify(value)}\n`);
  add([kb.site.origin, utc.encode(new Date()).slice(0, 10)]);
  add(kb.rendering.keyOf({ content: '', contentFormat: 'markdown', locale }));
  add((await kb.access.visibility(viewer)).key);
  add(tree);
  for (let start = 0; start < ids.length; start += IDS) {
    const rows = await articlesIn(kb.db)
      .select(['posts.id', 'kb_articles.version'])
      .where('posts.status', '=', 'publish')
      .where('posts.id', 'in', ids.slice(start, start + IDS))
      .orderBy('posts.id')
      .execute();
    add(rows.map(({ id, version }) => [id, version]));
  }
  return `W/"${hash.digest('base64url').slice(0, 27)}"`;
}

/** A text takes about a millisecond, so each gets its own turn across all requests. */
const nextTurn = createTurns(1);

async function* textsOf(view: View, ids: readonly number[]): AsyncGenerator<string> {
  const { kb, viewer } = view;
  for (let start = 0; start < ids.length; start += BATCH) {
    // Checked for each batch: an article closed while others are sent is left out.
    const open = await openArticles(kb, ids.slice(start, start + BATCH), viewer);
    await kb.texts.load(open);
    for (const article of open) {
      await nextTurn();
      yield `${await articleMarkdown(view, article)}\nSource: ${kb.permalinks.articleUrl(article)}\n\n`;
    }
  }
}

/** Collects the sections. @param names names of the nodes' ancestor categories */
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
