import { type AdminRequest, type FieldDefinition, formError, type SubmittedForm } from '../../../../../admin.js';
import { isDay } from '../../../../../calendar.js';
import type { Strings } from '../../../../../text.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import { ARTICLE_STATUSES, type Article, type ArticleStatus } from '../../../domain/articles/article.js';
import { allowedTransitions } from '../../../domain/articles/article-states.js';
import type { SaveArgs } from '../../saving/save-article.js';
import { categoryFields, submittedCategories } from '../article-form/category-fields.js';
import { commaList } from '../article-form/script-config.js';
import { assertArguments } from '../article-form/submitted-article.js';

const MAX_TITLE_LENGTH = 200;

async function placeOf(kb: KnowledgeBase, request: AdminRequest, { locale }: Article) {
  const visibility = await kb.access.visibility(kb.access.viewerOf(request));
  return { tree: kb.categories.tree(), visibility, locale };
}

/** Statuses offered by the select. Scheduling needs a date field, and trashing a confirmation. */
function statesFrom(article: Article): ArticleStatus[] {
  return [article.status, ...allowedTransitions(article).filter((status) => status !== 'future' && status !== 'trash')];
}

/** Returns the fields of the quick edit form, which leaves out the text. */
export async function quickFields(
  kb: KnowledgeBase,
  request: AdminRequest,
  article: Article,
  texts: Strings,
): Promise<FieldDefinition[]> {
  const { text } = texts;
  return [
    {
      kind: 'text',
      name: 'title',
      label: text('write.field-title'),
      value: article.title,
      maxLength: MAX_TITLE_LENGTH,
      required: true,
      autocomplete: 'off',
    },
    {
      kind: 'text',
      name: 'slug',
      label: text('panel-slug'),
      hint: text('panel-slug-kept'),
      value: article.slug,
      maxLength: 191,
      autocomplete: 'off',
    },
    {
      kind: 'select',
      name: 'status',
      label: text('articles.state'),
      value: article.status,
      options: statesFrom(article).map((value) => ({ value, label: text(`articles.state-${value}`) })),
    },
    ...categoryFields(article.categoryIds, await placeOf(kb, request, article), texts),
    {
      kind: 'text',
      name: 'tags',
      label: text('panel-tags'),
      hint: text('write.tags-hint'),
      value: article.tags.join(', '),
    },
    {
      kind: 'date',
      name: 'review_by',
      label: text('panel-review-by'),
      hint: text('panel-review-hint'),
      value: article.reviewBy ?? '',
    },
  ];
}

/** Reads the submitted quick edit. @throws HostError 422 `form_invalid` */
export async function submittedQuick(
  kb: KnowledgeBase,
  request: AdminRequest,
  form: SubmittedForm,
  article: Article,
  texts: Strings,
): Promise<SaveArgs> {
  const { text } = texts;
  const [title, slug, reviewBy] = ['title', 'slug', 'review_by'].map((name) => form.text(name).trim());
  const status = ARTICLE_STATUSES.find((each) => each === form.text('status'));
  const errors = {
    ...(!title && { title: text('write.need-title') }),
    ...([...(title ?? '')].length > MAX_TITLE_LENGTH && { title: text('write.long', { longest: MAX_TITLE_LENGTH }) }),
    ...((!status || !statesFrom(article).includes(status)) && { status: text('quick.no-state') }),
    ...(reviewBy && !isDay(reviewBy) && { review_by: text('write.no-date') }),
  };
  if (Object.keys(errors).length > 0) throw formError(errors);
  const args: SaveArgs = {
    ...(title ? { title } : {}),
    ...(!slug || slug === article.slug ? {} : { slug }),
    ...(status && status !== article.status ? { status } : {}),
    categories: submittedCategories(form, article.categoryIds, await placeOf(kb, request, article), texts),
    tags: commaList(form.text('tags')),
    review_by: reviewBy || null,
  };
  assertArguments(args);
  return args;
}
