import {
  type ActionOutcome,
  type AdminPagePart,
  type AdminRequest,
  type AreaRequest,
  type ListRow,
  type ListTable,
  type ListTableData,
  listTable,
  pagePart,
  type SubmittedForm,
  stepsForm,
} from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import type { Strings } from '../../../../text.js';
import { type KbArea, kbTexts, writingTexts } from '../../catalogues.js';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import { isPublic } from '../../domain/articles/article.js';
import { findArticles } from '../../domain/articles/article-query.js';
import { isStale } from '../../domain/articles/staleness.js';
import { articleBadge } from './article-badge.js';
import {
  ARTICLES_PATH,
  EDIT_PATH,
  NEW_ARTICLE_PATH,
  ORDER_PATH,
  pathOf,
  QUICK_PATH,
  VERSIONS_PATH,
} from './article-form/paths.js';
import { BULK_STEPS, changeMany, listAddress, undoable, undoMany } from './articles/bulk.js';
import { categoryMeant, listFilters } from './articles/filters.js';
import { convertPath } from './convert-path.js';
import { hasArticles, START_PATH } from './getting-started/frame.js';
import { namesOf } from './names-of.js';
import { PREVIEW_PATH } from './preview-article.js';
import { quickChangeOf, undoQuick } from './quick-edit/undo.js';

export const LIST_PATH = ARTICLES_PATH;

/** Registers the article list, most recently changed first. */
export function registerArticleList(area: KbArea, settings: PluginContext['settings'], kb: KnowledgeBase): void {
  area.page({
    path: LIST_PATH,
    title: 'articles.title',
    icon: 'document',
    section: 'content',
    order: 20,
    stylesheets: ['kb/quick-edit.css'],
    scripts: ['kb/quick-edit.js'],
    async load(request) {
      const { text } = request.texts;
      const undo = undoable(request.query.undo);
      const quick = quickChangeOf(request.query.quick);
      const value = [...undo].map(([id, status]) => `${id}:${status}`).join(',');
      const label = text('articles.undo', { count: undo.size });
      return {
        steps: stepsForm(request, {
          label: quick ? text('quick.undo') : label,
          action: 'undo',
          buttons: [
            ...(undo.size === 0 ? [] : [{ value, label, kind: 'quiet' as const }]),
            ...(quick
              ? [{ value: `quick ${request.query.quick}`, label: text('quick.undo'), kind: 'quiet' as const }]
              : []),
          ],
        }),
        sections: [...(await orderLink(kb, request)), pagePart({ table: await tableOf(kb, request) })],
      };
    },
    async heading(_data, { link, texts: { text } }) {
      const { articleFormat } = await settings.get('knowledge-base');
      const other = articleFormat === 'blocks' ? 'markdown' : 'blocks';
      const label = text(other === 'blocks' ? 'write.new-blocks' : 'write.new');
      return {
        actions: [
          { label, link: link(NEW_ARTICLE_PATH, { format: other }) },
          { label: text('editor.new'), link: link(NEW_ARTICLE_PATH), primary: true },
        ],
      };
    },
    actions: {
      change: (request, form) => changeMany(kb, request, form, request.texts),
      undo: (request, form) => undo(kb, request, form),
    },
  });
}

/** Undoes a bulk action or a quick edit. */
async function undo(kb: KnowledgeBase, request: AreaRequest, form: SubmittedForm): Promise<ActionOutcome> {
  const { texts } = request;
  const [name, what] = form.text('step').split(' ');
  const quick = name === 'quick' ? quickChangeOf(what) : null;
  if (!quick) return undoMany(kb, request, form, texts);
  const title = await undoQuick(kb, request, quick, texts);
  const { quick: _done, ...query } = request.query;
  return { to: listAddress(query, []), notice: texts.text('quick.undone', { name: title }) };
}

async function tableOf(kb: KnowledgeBase, request: AdminRequest): Promise<ListTableData> {
  const texts = writingTexts(kb.site);
  const { text, date, number } = texts;
  const { query, filter, fields, choices } = await listFilters(kb, request, texts);
  const { articles, total } = await findArticles(
    kb,
    filter,
    { by: query.orderBy ?? 'modified', direction: query.direction },
    { limit: query.perPage, offset: (query.page - 1) * query.perPage },
  );
  const names = await namesOf(
    kb.users,
    articles.map(({ authorId }) => authorId),
  );
  const tree = kb.categories.tree();
  const { undo: _undo, quick: _quick, ...listQuery } = request.query;
  const back = listAddress(listQuery, []).split('?')[1] ?? '';
  const rows = articles.map(async (article): Promise<ListRow> => {
    const mayEdit = article.status !== 'trash' && (await request.can('edit_kb_article', article));
    const maySelect = mayEdit || (await request.can('edit_kb_article', article));
    const edit = { label: text('articles.edit'), link: request.link(pathOf(EDIT_PATH, article.id)) };
    const quick = { label: text('quick.title'), link: request.link(pathOf(QUICK_PATH, article.id), { back }) };
    const convert = { label: text('convert.to-markdown'), link: request.link(convertPath(article.id)) };
    const versions = { label: text('write.tab-versions'), link: request.link(pathOf(VERSIONS_PATH, article.id)) };
    const view = isPublic(article)
      ? { label: text('articles.view'), link: kb.permalinks.articleHref(article) }
      : { label: text('preview.title'), link: request.link(PREVIEW_PATH, { id: String(article.id) }) };
    const places = article.categoryIds.flatMap((id) =>
      filter.visibility.admitsCategory(id) ? (tree.get(id)?.name ?? []) : [],
    );
    return {
      id: article.id,
      label: article.title || text('articles.untitled'),
      selectable: maySelect,
      cells: {
        title: {
          text: article.title || text('articles.untitled'),
          note: places.join(', '),
          ...(mayEdit ? { link: edit.link } : {}),
          badges: [
            articleBadge(article.status, texts),
            ...(isStale(article, kb.site.timezone)
              ? [{ text: text('articles.stale-only'), kind: 'warning' as const }]
              : []),
          ],
        },
        author: names.get(article.authorId) ?? '–',
        modified: date(article.modifiedAt),
        views: number(article.counters?.views ?? 0),
      },
      actions: [
        ...(mayEdit ? [edit, quick, versions] : []),
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
      { name: 'views', label: text('articles.views'), sortable: true, numeric: true },
    ],
    rows: await Promise.all(rows),
    total,
    search: text('articles.search'),
    filters: fields,
    bulk: {
      action: 'change',
      options: BULK_STEPS.map((value) => ({ value, label: text(`articles.bulk-${value}`) })),
      ...(choices && choices.length > 0
        ? { choice: { name: 'place', label: text('articles.category'), options: choices } }
        : {}),
      inputs: [
        ...(choices === null ? [{ name: 'place', label: text('articles.category'), type: 'text' as const }] : []),
        { name: 'tags', label: text('panel-tags'), type: 'text' },
        { name: 'review', label: text('panel-review-by'), type: 'date' },
      ],
    },
    empty: await emptyFor(kb, request, text),
  });
}

/** Link to the article order page, for users who may edit others' articles, when one category is shown. */
async function orderLink(kb: KnowledgeBase, request: AdminRequest): Promise<AdminPagePart[]> {
  const { category } = request.query;
  if (typeof category !== 'string' || !(await request.can('edit_others_kb_articles'))) return [];
  const meant = categoryMeant(kb, category, await kb.access.visibility(kb.access.viewerOf(request)));
  if (!meant) return [];
  const { text } = writingTexts(kb.site);
  return [pagePart({ links: [{ label: text('order.of'), link: request.link(pathOf(ORDER_PATH, meant.id)) }] })];
}

/** Empty state: links to the start page if there are no articles at all. */
async function emptyFor(kb: KnowledgeBase, { link }: AdminRequest, text: Strings['text']): Promise<ListTable['empty']> {
  if (await hasArticles(kb)) {
    return { text: text('articles.none'), action: { label: text('editor.new'), link: link(NEW_ARTICLE_PATH) } };
  }
  const { text: translate } = kbTexts(kb.site);
  return { text: translate('start.lead'), action: { label: translate('start.heading'), link: link(START_PATH) } };
}
