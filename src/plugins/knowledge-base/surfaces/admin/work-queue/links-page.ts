import {
  type AdminDetailData,
  type AdminRequest,
  type ListTableData,
  listQuery,
  listTable,
  pagePart,
  stepsForm,
} from '../../../../../admin.js';
import { utc } from '../../../../../database.js';
import type { PluginContext } from '../../../../../index.js';
import { idOf } from '../../../../../pages.js';
import type { Job } from '../../../../../services.js';
import type { Strings } from '../../../../../text.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { findBrokenLinks } from '../../../content/link-checks/broken-links.js';
import { createLinkCheck } from '../../../content/link-checks/link-check.js';
import { isPublic } from '../../../domain/articles/article.js';
import { LIST_PATH } from '../list-articles.js';
import { LINKS_PATH } from './scope.js';

/** Registers the broken links page and its button that checks all links now. */
export function registerLinksPage(
  area: KbArea,
  context: Pick<PluginContext, 'jobs' | 'options'>,
  kb: KnowledgeBase,
): void {
  const check = createLinkCheck(context, kb);
  area.page({
    path: LINKS_PATH,
    title: 'links.title',
    icon: 'link',
    section: 'content',
    order: 28,
    scripts: ['core/live.js'],
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const job = await check.current();
      return {
        isLive: job !== null,
        progress: job && progressOf(job, texts),
        steps: stepsForm(request, {
          label: text('links.steps'),
          action: 'check',
          buttons: job ? [] : [{ value: 'check', label: text('links.check'), kind: 'quiet' }],
        }),
        wide: [pagePart({ table: await tableOf(kb, request, texts) })],
        links: job ? [{ label: text('links.look-again'), link: request.link(LINKS_PATH) }] : [],
      };
    },
    lead: 'links.lead',
    actions: {
      async check({ texts: { text } }) {
        await check.start();
        return { notice: { kind: 'info', text: text('links.begun') } };
      },
    },
  });
}

function progressOf({ progress }: Job, { text, number }: Strings): AdminDetailData['progress'] {
  const { done, total } = progress ?? { done: 0, total: 0 };
  const message =
    total === 0 ? text('links.waiting') : text('links.checking', { done: number(done), total: number(total) });
  return { done, total, text: message, label: text('links.title') };
}

async function tableOf(kb: KnowledgeBase, request: AdminRequest, texts: Strings): Promise<ListTableData> {
  const { text, dateTime } = texts;
  const query = listQuery(request, { filters: { article: 'any' } });
  const scope = {
    visibility: await kb.access.visibility(kb.access.viewerOf(request)),
    author: (await request.can('edit_others_kb_articles')) ? undefined : request.user.id,
    article: query.filters.article === null ? undefined : (idOf(query.filters.article) ?? 0),
  };
  const page = { limit: query.perPage, offset: (query.page - 1) * query.perPage };
  const { links, total } = await findBrokenLinks(kb.db, scope, page);
  const articles = await kb.articles.getMany([...new Set(links.map(({ articleId }) => articleId))]);
  const byId = new Map(articles.map((article) => [article.id, article]));
  const rows = links.map(async ({ articleId, href, kind, checkedAt }, index) => {
    const article = byId.get(articleId);
    if (!article) return [];
    const title = article.title || text('articles.untitled');
    const edit = { label: text('links.edit'), link: request.link(`${LIST_PATH}/${articleId}/edit`, { find: href }) };
    const mayEdit = await request.can('edit_kb_article', article);
    return [
      {
        id: index,
        label: title,
        cells: {
          article: { text: title, ...(mayEdit ? { link: edit.link } : {}) },
          href: { text: href, code: true },
          kind: text(`links.kind-${kind || 'other'}`),
          since: checkedAt === null ? '–' : dateTime(utc.decode(checkedAt)),
        },
        actions: [
          ...(mayEdit ? [edit] : []),
          ...(isPublic(article) ? [{ label: text('links.view'), link: kb.permalinks.articleHref(article) }] : []),
        ],
      },
    ];
  });
  return listTable(request, query, {
    caption: text('links.title'),
    columns: [
      { name: 'article', label: text('links.article') },
      { name: 'href', label: text('links.href') },
      { name: 'kind', label: text('links.kind') },
      { name: 'since', label: text('links.since') },
    ],
    rows: (await Promise.all(rows)).flat(),
    total,
    empty: { text: text('links.none') },
  });
}
