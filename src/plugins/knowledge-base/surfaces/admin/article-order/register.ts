import {
  type ActionOutcome,
  type AdminRequest,
  type AreaRequest,
  hiddenFields,
  orderingTexts,
  type SubmittedForm,
} from '../../../../../admin.js';
import { idOf } from '../../../../../pages.js';
import type { KbArea } from '../../../catalogues.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { orderKey } from '../../../domain/article-order/numbers.js';
import { isPublished } from '../../../domain/articles/article.js';
import { existingCategory } from '../../routes/existing-category.js';
import { arrangeArticles, articlesInOrder, type OrderedArticle } from '../../saving/arrange-articles.js';
import { articleBadge } from '../article-badge.js';
import { ARTICLES_PATH, EDIT_PATH, ORDER_PATH, pathOf } from '../article-form/paths.js';
import { placedOf, placedText, submittedChange } from './change.js';
import type { ArticleOrderPage } from './template-data.js';

const PER_PAGE = 100;
const SIGNS = { up: '↑', down: '↓' } as const;

/** Registers the page that sets the reading order of a category's articles. */
export function registerArticleOrder(area: KbArea, kb: KnowledgeBase): void {
  const inOrder = async (request: AdminRequest<'id'>) => {
    const category = await existingCategory(kb, idOf(request.params.id) ?? 0, request);
    const visibility = await kb.access.visibility(kb.access.viewerOf(request));
    return { category, articles: await articlesInOrder(kb, category.id, visibility) };
  };

  async function load(request: AreaRequest<'id'>): Promise<ArticleOrderPage> {
    const { texts: strings } = request;
    const { text, number } = strings;
    const { category, articles } = await inOrder(request);
    const { path, query, link } = request;
    const pages = Math.max(1, Math.ceil(articles.length / PER_PAGE));
    const page = Math.min(idOf(query.page) ?? 1, pages);
    const offset = (page - 1) * PER_PAGE;
    const undo = placedText(placedOf(query.undo));
    const pageText = String(page);
    return {
      strings,
      title: text('order.title', { name: category.name }),
      texts: orderingTexts(request.strings),
      form: {
        action: link(path, { page: pageText }),
        hidden: [...hiddenFields(request, 'arrange'), { name: 'seen', value: orderKey(articles) }],
      },
      undo: undo === '' ? null : { value: `back ${undo}`, label: text('order.undo') },
      first: offset + 1,
      total: articles.length,
      rows: articles
        .slice(offset, offset + PER_PAGE)
        .map((article, index) => rowOf(request, article, { place: offset + index + 1, total: articles.length })),
      pages: Array.from({ length: pages > 1 ? pages : 0 }, (_, index) => ({
        label: number(index + 1),
        link: link(path, { page: String(index + 1) }),
        current: index + 1 === page,
      })),
    };
  }

  function rowOf(
    { link, refused, texts }: AreaRequest,
    { id, title, status }: OrderedArticle,
    { place, total }: { readonly place: number; readonly total: number },
  ): ArticleOrderPage['rows'][number] {
    const { text } = texts;
    const name = title || text('articles.untitled');
    const can = { up: place > 1, down: place < total };
    // Positions typed against an older order mean nothing in this one.
    const isTyped = refused !== null && Object.keys(refused.errors).length > 0;
    return {
      id,
      name,
      place: isTyped ? refused.form.text(`place-${id}`) : String(place),
      link: link(pathOf(EDIT_PATH, id)),
      badge: isPublished({ status }) ? null : articleBadge(status, texts),
      buttons: (['up', 'down'] as const)
        .filter((move) => can[move])
        .map((move) => ({
          value: `${move} ${id}`,
          sign: SIGNS[move],
          label: text(`categories.move-${move}`, { name }),
        })),
      placeLabel: text('order.place', { name, total }),
    };
  }

  async function arrange(request: AreaRequest<'id'>, form: SubmittedForm): Promise<ActionOutcome> {
    const { texts: strings } = request;
    const { text } = strings;
    const { category } = await inOrder(request);
    const { about, change } = submittedChange(request, form, strings);
    const saver = { reader: request, source: 'admin' as const };
    const { back, articles } = await arrangeArticles(kb, category.id, { seen: form.text('seen'), change }, saver);
    const place = articles.findIndex(({ id }) => id === about);
    const moved = articles[place];
    const undo = placedText(back);
    const search = new URLSearchParams({
      page: String(Math.max(1, idOf(request.query.page) ?? 1)),
      ...(undo === '' ? {} : { undo }),
    });
    return {
      // Keeps the moved article in view after a move by button.
      to: `${pathOf(ORDER_PATH, category.id)}?${search}${moved ? `#article-${moved.id}` : ''}`,
      notice: moved
        ? text('categories.moved', {
            name: moved.title || text('articles.untitled'),
            place: place + 1,
            total: articles.length,
          })
        : text('order.saved', { count: back.length }),
    };
  }

  area.page({
    path: ORDER_PATH,
    title: 'order.page',
    capability: 'edit_others_kb_articles',
    template: 'kb/admin/article-order',
    stylesheets: ['kb/categories.css'],
    scripts: ['core/ordering.js'],
    load,
    lead: 'order.lead',
    heading: (_data, { link, params, texts }) => ({
      actions: [
        {
          label: texts.text('order.list'),
          link: link(ARTICLES_PATH, { category: params.id, orderby: 'order', order: 'asc' }),
        },
      ],
    }),
    actions: { arrange },
  });
}
