import { type AdminRequest, type FieldDefinition, formError, type SubmittedForm } from '../../../../../../admin.js';
import type { Strings } from '../../../../../../text.js';
import { isLocale } from '../../../../domain/locale.js';
import type { Promotion } from '../../../../domain/search/promotions/read-promotions.js';
import { MAX_QUERY_LENGTH } from '../../../../domain/search/search-service.js';
import { localeField, PROMOTABLE_PATH } from '../paths.js';

/** Returns the fields of a promotion except its articles. */
export function promotionFields({ query, locale }: Omit<Promotion, 'articles'>, texts: Strings): FieldDefinition[] {
  const { text } = texts;
  return [
    {
      kind: 'text',
      name: 'query',
      label: text('promotions.query'),
      hint: text('promotions.query-hint'),
      value: query,
      autocomplete: 'off',
      maxLength: MAX_QUERY_LENGTH,
      required: true,
    },
    localeField(locale, texts),
  ];
}

/** Returns the article field, whose title a script completes. */
export function articleField({ link }: Pick<AdminRequest, 'link'>, locale: string, { text }: Strings): FieldDefinition {
  return {
    kind: 'text',
    name: 'article',
    label: text('promotions.article'),
    hint: text('promotions.article-hint'),
    autocomplete: 'off',
    complete: link(PROMOTABLE_PATH, { locale }),
    maxLength: 1000,
    required: true,
  };
}

/** Reads the submitted promotion. @throws HostError 422 `form_invalid` */
export function submittedPromotion(form: SubmittedForm, { text }: Strings): Omit<Promotion, 'articles'> {
  const query = form.text('query').trim();
  const locale = form.text('locale').trim().toLowerCase();
  const errors = {
    ...((query === '' || [...query].length > MAX_QUERY_LENGTH) && {
      query: text('promotions.no-query', { longest: MAX_QUERY_LENGTH }),
    }),
    ...(!isLocale(locale) && { locale: text('synonyms.fault-no-locale', { entry: locale }) }),
  };
  if (Object.keys(errors).length > 0) throw formError(errors, text('error-invalid_promotion'));
  return { query, locale };
}

/** Reads the article field. @throws HostError 422 `form_invalid` if it is empty */
export function submittedArticle(form: SubmittedForm, { text }: Strings): string {
  const typed = form.text('article').trim();
  if (typed !== '') return typed;
  throw formError({ article: text('promotions.no-article-typed') }, text('error-invalid_promotion'));
}

/** Reads a query parameter that prefills the form. */
export function askedQuery({ query }: AdminRequest, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}
