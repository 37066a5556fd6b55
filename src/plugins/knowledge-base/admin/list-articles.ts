import {
  type AdminRequest,
  createStrings,
  type ListRow,
  type ListTable,
  type ListTableData,
  listQuery,
  listTable,
  type PluginContext,
  type Strings,
} from '../../../index.js';
import { ARTICLE_STATUSES, type ArticleStatus, isPublic } from '../article.js';
import { findArticles } from '../article-query.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { statesOf } from '../routes/list-articles.js';
import { kbCatalogues } from '../strings/catalogues.js';
import { beginningTexts, START_PATH } from './beginning/frame.js';
import { hasArticles } from './beginning/has-articles.js';
import { convertPath } from './convert-path.js';
import { namesOf } from './names-of.js';
import { PREVIEW_PATH } from './preview-article.js';

export const LIST_PATH = '/kb/articles';

const KINDS = {
  draft: 'neutral',
  pending: 'warning',
  future: 'neutral',
  publish: 'good',
  archived: 'neutral',
  trash: 'bad',
} as const;

/** All articles, by what was changed last: where writing begins. */
export function registerArticleList({ admin }: Pick<PluginContext, 'admin'>, kb: KnowledgeBase): void {
  admin.page({
    path: LIST_PATH,
    title: (locale) => createStrings(locale, kbCatalogues).text('articles.title'),
    capability: 'edit_kb_articles',
    icon: 'document',
    section: 'content',
    order: 20,
    template: 'core/admin/list',
    load: async (request) => ({ strings: request.strings, table: await tableOf(kb, request) }),
    heading: (_data, { link }) => ({
      actions: [
        {
          label: createStrings(kb.site.locale, kbCatalogues).text('editor.new'),
          link: link('/kb/articles/new'),
          primary: true,
        },
      ],
    }),
  });
}

async function tableOf(kb: KnowledgeBase, request: AdminRequest): Promise<ListTableData> {
  const { text, date } = createStrings(kb.site.locale, kbCatalogues, { timeZone: kb.site.timezone });
  const query = listQuery(request, {
    sortable: ['modified', 'title'],
    defaultDirection: 'desc',
    filters: { status: ARTICLE_STATUSES },
  });
  const { status } = query.filters;
  const wanted = ARTICLE_STATUSES.filter((one) => (status === null ? one !== 'trash' : one === status));
  const { articles, total } = await findArticles(
    kb,
    {
      visibility: await kb.access.visibility(kb.access.viewerOf(request)),
      ...(await statesOf(wanted, request)),
      ...(query.search === '' ? {} : { search: query.search }),
    },
    { by: query.orderBy ?? 'modified', direction: query.direction },
    { limit: query.perPage, offset: (query.page - 1) * query.perPage },
  );
  const names = await namesOf(
    kb.users,
    articles.map(({ authorId }) => authorId),
  );
  const stateOf = (one: ArticleStatus): string => text(`articles.state-${one}`);
  const rows = articles.map(async (article): Promise<ListRow> => {
    const mayEdit = article.status !== 'trash' && (await request.can('edit_kb_article', article));
    const edit = { label: text('articles.edit'), link: request.link(`${LIST_PATH}/${article.id}/edit`) };
    const convert = { label: text('convert.to-markdown'), link: request.link(convertPath(article.id)) };
    const view = isPublic(article)
      ? { label: text('articles.view'), link: kb.permalinks.articleHref(article) }
      : { label: text('preview.title'), link: request.link(PREVIEW_PATH, { id: String(article.id) }) };
    return {
      id: article.id,
      label: article.title,
      cells: {
        title: {
          text: article.title || text('articles.untitled'),
          ...(mayEdit ? { link: edit.link } : {}),
          badges: [{ text: stateOf(article.status), kind: KINDS[article.status] }],
        },
        author: names.get(article.authorId) ?? '–',
        modified: date(article.modifiedAt),
      },
      actions: [
        ...(mayEdit ? [edit] : []),
        ...(mayEdit && article.contentFormat === 'blocks' ? [convert] : []),
        ...(mayEdit || isPublic(article) ? [view] : []),
      ],
    };
  });
  return listTable(request, query, {
    caption: text('articles.title'),
    columns: [
      { name: 'title', label: text('articles.column-title'), sortable: true },
      { name: 'author', label: text('articles.author') },
      { name: 'modified', label: text('articles.modified'), sortable: true },
    ],
    rows: await Promise.all(rows),
    total,
    search: text('articles.search'),
    filters: [
      {
        name: 'status',
        label: text('articles.state'),
        all: text('articles.all-states'),
        options: ARTICLE_STATUSES.map((value) => ({ value, label: stateOf(value) })),
      },
    ],
    empty: await emptyFor(kb, request, text),
  });
}

/** Whoever comes for the first time is shown where to begin. */
async function emptyFor(kb: KnowledgeBase, { link }: AdminRequest, text: Strings['text']): Promise<ListTable['empty']> {
  if (await hasArticles(kb)) {
    return { text: text('articles.none'), action: { label: text('editor.new'), link: link('/kb/articles/new') } };
  }
  const { text: beginning } = beginningTexts(kb.site);
  return { text: beginning('start.lead'), action: { label: beginning('start.heading'), link: link(START_PATH) } };
}
