import {
  type ActionOutcome,
  type AdminRequest,
  bulkNotice,
  forEachTicked,
  formError,
  type SubmittedForm,
  tickedIds,
} from '../../../../../admin.js';
import { isDay } from '../../../../../calendar.js';
import { idOf } from '../../../../../pages.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { ARTICLE_STATUSES, type Article, type ArticleStatus } from '../../../domain/articles/article.js';
import { tagKey } from '../../../domain/articles/article-edit.js';
import { allowedTransitions } from '../../../domain/articles/article-states.js';
import { existingArticle } from '../../routes/existing-article.js';
import { type SaveArgs, updateArticle } from '../../saving/save-article.js';
import { ARTICLES_PATH } from '../article-form/paths.js';
import { commaList } from '../article-form/script-config.js';
import { errorText } from '../error-texts.js';
import { categoryMeant } from './filters.js';

/** Bulk actions for articles. */
export const BULK_STEPS = [
  'publish',
  'draft',
  'archived',
  'trash',
  'restore',
  'category-add',
  'category-remove',
  'tag-add',
  'tag-remove',
  'review',
] as const;
type BulkStep = (typeof BULK_STEPS)[number];

/** Maximum number of articles in an undo link. */
const MAX_UNDO_STEPS = 100;

/** Applies a bulk action to the selected articles, reports failures and offers undo where possible. */
export async function changeMany(
  kb: KnowledgeBase,
  request: AdminRequest,
  form: SubmittedForm,
  texts: Strings,
): Promise<ActionOutcome> {
  const ids = tickedIds(request, form);
  const step = BULK_STEPS.find((each) => each === form.text('bulk'));
  if (!step) throw formError({}, request.strings.text('admin.bulk-none'));
  const change = await changeOf(kb, request, form, step, texts);
  const undo: string[] = [];
  const outcome = await forEachTicked(ids, async (id) => {
    const before = await existingArticle(kb, id, request);
    const args = change(before);
    const { article } = await updateArticle(kb, before, args, { reader: request, source: 'admin' });
    if (article.version === before.version) return false;
    if (article.status !== before.status) undo.push(`${id}:${before.status}`);
    return true;
  });
  const notice = noticeOf(request, outcome, texts, step);
  const { undo: _earlier, quick: _quick, ...query } = request.query;
  return { to: listAddress(query, undo), notice };
}

/** Restores the previous statuses of several articles. */
export async function undoMany(
  kb: KnowledgeBase,
  request: AdminRequest,
  form: SubmittedForm,
  texts: Strings,
): Promise<ActionOutcome> {
  const undoStep = undoable(form.text('step'));
  const outcome = await forEachTicked([...undoStep.keys()], async (id) => {
    const before = await existingArticle(kb, id, request);
    const status = undoStep.get(id) ?? before.status;
    const { article } = await updateArticle(kb, before, { status }, { reader: request, source: 'admin' });
    return article.version !== before.version;
  });
  const { undo: _done, ...query } = request.query;
  return { to: listAddress(query, []), notice: noticeOf(request, outcome, texts, 'undo') };
}

/** Parses an undo link: previous status by article id. */
export function undoable(text: unknown): ReadonlyMap<number, ArticleStatus> {
  const parts = typeof text === 'string' ? text.split(',').slice(0, MAX_UNDO_STEPS) : [];
  return new Map(
    parts.flatMap((part) => {
      const [number, name] = part.split(':');
      const [id, status] = [idOf(number), ARTICLE_STATUSES.find((each) => each === name)];
      return id !== null && status ? [[id, status] as const] : [];
    }),
  );
}

function noticeOf(
  { strings }: AdminRequest,
  outcome: Parameters<typeof bulkNotice>[0],
  texts: Strings,
  step: BulkStep | 'undo',
): ReturnType<typeof bulkNotice> {
  const done = (count: number): string =>
    texts.text('articles.changed', { count, what: texts.text(`articles.bulk-${step}`) });
  return bulkNotice(outcome, { strings, done, errorText: (refusal) => errorText(refusal, texts) });
}

/** Builds the change for one article. @throws HostError 422 `form_invalid` if a required field is missing */
async function changeOf(
  kb: KnowledgeBase,
  request: AdminRequest,
  form: SubmittedForm,
  step: BulkStep,
  { text }: Strings,
): Promise<(article: Article) => SaveArgs> {
  if (step === 'restore') return (article) => ({ status: restored(article) });
  if (step === 'review') {
    const day = form.text('review');
    if (day !== '' && !isDay(day)) throw formError({}, text('write.no-date'));
    return () => ({ review_by: day === '' ? null : day });
  }
  if (step === 'tag-add' || step === 'tag-remove') {
    const tags = commaList(form.text('tags'));
    if (tags.length === 0) throw formError({}, text('articles.need-tag'));
    const keys = new Set(tags.map(tagKey));
    return ({ tags: before }) =>
      step === 'tag-add' ? { tags: [...before, ...tags] } : { tags: before.filter((tag) => !keys.has(tagKey(tag))) };
  }
  if (step === 'category-add' || step === 'category-remove') {
    const visibility = await kb.access.visibility(kb.access.viewerOf(request));
    const category = categoryMeant(kb, form.text('place'), visibility);
    if (!category) throw formError({}, text('articles.need-category'));
    const { id } = category;
    return ({ categoryIds }) => ({
      categories:
        step === 'category-add' ? [...new Set([...categoryIds, id])] : categoryIds.filter((each) => each !== id),
    });
  }
  return () => ({ status: step });
}

function restored(article: Article): ArticleStatus {
  return article.status === 'trash' ? (allowedTransitions(article)[0] ?? 'draft') : article.status;
}

/** Returns the list URL with its current query and the undo parameters. */
export function listAddress(query: AdminRequest['query'], undo: readonly string[]): string {
  const queryFields = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  const search = new URLSearchParams([...queryFields, ...(undo.length === 0 ? [] : [['undo', undo.join(',')]])] as [
    string,
    string,
  ][]);
  const text = search.toString();
  return ARTICLES_PATH + (text === '' ? '' : `?${text}`);
}
