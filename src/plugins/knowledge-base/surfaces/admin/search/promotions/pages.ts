import {
  type ActionOutcome,
  type AdminDetailData,
  type AdminRequest,
  type AreaData,
  type AreaRequest,
  adminForm,
  formError,
  hiddenFields,
  orderingTexts,
  type SubmittedForm,
  submittedOrder,
  withMoved,
} from '../../../../../../admin.js';
import type { Strings } from '../../../../../../text.js';
import type { KbArea } from '../../../../catalogues.js';
import type { KnowledgeBase } from '../../../../content/knowledge-base.js';
import { MAX_ARTICLES } from '../../../../domain/search/promotions/promotions.js';
import type { StoredPromotion } from '../../../../domain/search/promotions/read-promotions.js';
import { registerDeletion } from '../deletion.js';
import { idInAddress } from '../frame.js';
import {
  deletionPath,
  NEW_PROMOTION_PATH,
  PROMOTABLE_PATH,
  PROMOTION_PATH,
  PROMOTIONS_PATH,
  promotionPath,
} from '../paths.js';
import { articleMeant, completionsOf, promotedArticles } from './articles.js';
import { articleField, askedQuery, promotionFields, submittedArticle, submittedPromotion } from './form.js';
import type { PromotionPage } from './template-data.js';

/** Actions for an article in a promotion. */
const MOVES = ['up', 'down', 'remove'] as const;

type Move = (typeof MOVES)[number];

const PAGE = {
  template: 'kb/admin/promotion',
  scripts: ['core/ordering.js', 'core/complete.js'],
} as const;

/** Registers the pages that create and edit promotions. */
export function registerPromotionPages(area: KbArea, kb: KnowledgeBase): void {
  const { promotions, site } = kb;

  const promotionOf = ({ params }: AdminRequest<'id'>, texts: Strings): Promise<StoredPromotion> =>
    promotions.get(idInAddress(params.id, 'vendor_kb_promotion_not_found', texts));

  async function pageOf(
    request: AdminRequest,
    texts: Strings,
    data: Partial<AdminDetailData>,
    articles: readonly number[] = [],
  ): Promise<AreaData<PromotionPage>> {
    const { text } = texts;
    const promoted = await promotedArticles(kb, articles, request, texts);
    return {
      ...data,
      order: {
        title: text('promotions.articles'),
        action: request.link(request.path),
        hidden: hiddenFields(request, 'arrange'),
        texts: orderingTexts(request.strings),
      },
      items: promoted.map((article, index) => ({
        ...article,
        buttons: MOVES.filter((move) => moved(articles, index, move) !== null).map((move) => ({
          value: `${move} ${article.id}`,
          label: text(`promotions.${move}`),
        })),
      })),
    };
  }

  area.page({
    ...PAGE,
    path: NEW_PROMOTION_PATH,
    title: 'promotions.create',
    load(request) {
      const { texts } = request;
      const locale = askedQuery(request, 'locale') || site.locale.toLowerCase();
      const form = adminForm(request, {
        action: 'create',
        fields: [
          ...promotionFields({ query: askedQuery(request, 'query'), locale }, texts),
          articleField(request, locale, texts),
        ],
        submit: texts.text('promotions.create'),
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(PROMOTIONS_PATH) },
      });
      return pageOf(request, texts, { forms: [form] });
    },
    actions: {
      async create(request, form) {
        const { texts } = request;
        const input = submittedPromotion(form, texts);
        const typed = submittedArticle(form, texts);
        const article = await articleMeant(kb, request, { typed, locale: input.locale }, texts);
        const created = await promotions.create({ ...input, articles: [article] }, actorOf(request));
        return { to: promotionPath(created.id), notice: texts.text('promotions.created', { name: created.query }) };
      },
    },
  });

  async function change(
    request: AreaRequest<'id'>,
    work: (promotion: StoredPromotion, texts: Strings) => Promise<Partial<StoredPromotion>>,
  ): Promise<ActionOutcome> {
    const { texts } = request;
    const before = await promotionOf(request, texts);
    const changes = await work(before, texts);
    const { query } = await promotions.update(before.id, changes, actorOf(request));
    return { notice: texts.text('promotions.saved', { name: query }) };
  }

  area.page({
    ...PAGE,
    path: PROMOTION_PATH,
    title: 'promotions.promotion',
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const promotion = await promotionOf(request, texts);
      const { id, query, articles } = promotion;
      const add = adminForm(request, {
        action: 'add',
        title: text('promotions.add'),
        fields: [articleField(request, promotion.locale, texts)],
        submit: text('promotions.add'),
      });
      const save = adminForm(request, {
        action: 'save',
        title: text('promotions.change'),
        fields: promotionFields(promotion, texts),
      });
      const forms = articles.length < MAX_ARTICLES ? [add, save] : [save];
      const links = [{ label: text('promotions.delete'), link: request.link(deletionPath(promotionPath(id))) }];
      return pageOf(request, texts, { title: query, forms, links }, articles);
    },
    actions: {
      save: (request, form) => change(request, async (_before, texts) => submittedPromotion(form, texts)),
      add: (request, form) =>
        change(request, async ({ articles, locale }, texts) => {
          if (articles.length >= MAX_ARTICLES) {
            throw formError({}, texts.text('promotions.too-many', { most: MAX_ARTICLES }));
          }
          const article = await articleMeant(kb, request, { typed: submittedArticle(form, texts), locale }, texts);
          return { articles: [...articles, article] };
        }),
      arrange: (request, form) =>
        change(request, async ({ articles }) => {
          const { move, id } = submittedMove(form);
          const arranged = move
            ? moved(articles, articles.indexOf(id), move)
            : submittedOrder(form, articles.map(String))?.map(Number);
          // Another user may have removed it in the meantime.
          if (!arranged) throw formError({}, request.strings.text('ordering.changed'));
          return { articles: arranged };
        }),
    },
  });

  area.page({
    path: PROMOTABLE_PATH,
    title: 'promotions.articles',
    async load(request) {
      return {
        status: 200,
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify(await completionsOf(kb, request)),
      };
    },
  });

  registerDeletion(area, {
    list: PROMOTIONS_PATH,
    path: PROMOTION_PATH,
    words: 'promotions',
    name: async (request, texts) => (await promotionOf(request, texts)).query,
    async delete(request, texts) {
      await promotions.delete((await promotionOf(request, texts)).id, actorOf(request));
    },
  });
}

function actorOf({ user }: AdminRequest) {
  return { user, source: 'admin' } as const;
}

function submittedMove(form: SubmittedForm): { readonly move: Move | undefined; readonly id: number } {
  const [name, id] = form.text('step').split(' ');
  return { move: MOVES.find((move) => move === name), id: Number(id) };
}

/** Returns the ids after an article was moved or removed, or null if that is impossible. */
function moved(ids: readonly number[], place: number, move: Move): number[] | null {
  const id = ids[place];
  if (id === undefined) return null;
  const others = ids.toSpliced(place, 1);
  if (move === 'remove') return others.length > 0 ? others : null;
  const to = place + (move === 'up' ? -1 : 1);
  return to < 0 || to > others.length ? null : withMoved(ids, place, to);
}
