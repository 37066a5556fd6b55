import type { AdminRequest, FieldDefinition } from '../../../../../admin.js';
import type { PluginContext } from '../../../../../index.js';
import type { Strings } from '../../../../../text.js';
import { toLocalTime } from '../../../content/blocks/editor/panels/site-time.js';
import type { KnowledgeBase } from '../../../content/knowledge-base.js';
import type { Article } from '../../../domain/articles/article.js';
import { articleLines } from '../autocomplete/articles.js';
import { choicesPath } from '../autocomplete/paths.js';
import { peopleLines } from '../autocomplete/people.js';
import { pictureLine } from '../autocomplete/pictures.js';
import { accessFields } from './access-fields.js';
import { categoryFields } from './category-fields.js';
import { metaFields } from './meta-fields.js';
import { seoFields } from './seo-fields.js';

/** Fields under a shared heading. */
export interface FieldGroup {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly FieldDefinition[];
}

export interface ArticleFields {
  /** Field groups beside the text, in display order. */
  readonly groups: readonly FieldGroup[];
  /** Title, text and excerpt. */
  readonly text: readonly FieldDefinition[];
}

/** Article values shown in the form: a stored article or a blank one. */
export type ArticleValues = Omit<Article, 'id' | 'figures'>;

/**
 * Returns all fields of an article with their values. @param mayManageAccess whether the current user may change who
 * reads it
 */
export async function articleFields(
  kb: KnowledgeBase,
  { access, ...parts }: Pick<PluginContext, 'access'> & { readonly request: AdminRequest; readonly texts: Strings },
  article: ArticleValues,
  { translation, mayManageAccess }: { readonly translation: string; readonly mayManageAccess: boolean },
): Promise<ArticleFields> {
  const { request, texts } = parts;
  const { text } = texts;
  const { seo, publishedAt } = article;
  const place = {
    tree: kb.categories.tree(),
    visibility: await kb.access.visibility(kb.access.viewerOf(request)),
    locale: article.locale,
  };
  const meta = metaFields(kb.metaKeys, article.meta);
  const choices = (kind: Parameters<typeof choicesPath>[1]): string =>
    request.link(choicesPath('edit_kb_articles', kind));
  const picture = async (name: string, label: string, id: number): Promise<FieldDefinition> => ({
    kind: 'text',
    name,
    label: text(label),
    hint: text('naming.picture-hint'),
    value: await pictureLine(kb, id, request),
    complete: choices('pictures'),
    maxLength: 500,
  });
  const accessFieldsOf = async (): Promise<FieldDefinition[]> => {
    const rule = kb.access.rules.get(article.ruleId);
    const lines = await peopleLines(kb, rule?.users ?? [], request);
    return accessFields(rule, texts, access, { lines, complete: choices('people') });
  };
  const group = (name: string, title: string, fields: readonly FieldDefinition[]): FieldGroup[] =>
    fields.length === 0 ? [] : [{ name, title: text(title), fields }];
  return {
    text: [
      {
        kind: 'text',
        name: 'title',
        label: text('write.field-title'),
        value: article.title,
        maxLength: 200,
        required: true,
        autocomplete: 'off',
      },
      {
        kind: 'textarea',
        name: 'content',
        label: text(article.contentFormat === 'html' ? 'write.content-html' : 'write.content'),
        value: article.content,
        rows: 24,
      },
      {
        kind: 'textarea',
        name: 'excerpt',
        label: text('panel-excerpt-label'),
        hint: text('panel-excerpt-hint'),
        value: article.excerpt,
        rows: 2,
        maxLength: 1000,
      },
    ],
    groups: [
      ...group('place', 'write.group-place', [
        ...categoryFields(article.categoryIds, place, texts),
        {
          kind: 'text',
          name: 'slug',
          label: text('panel-slug'),
          hint: text(article.slug === '' ? 'panel-slug-made' : 'panel-slug-kept'),
          value: article.slug,
          maxLength: 191,
          autocomplete: 'off',
        },
      ]),
      ...group('time', 'write.group-time', [
        {
          kind: 'datetime-local',
          name: 'date',
          label: text(publishedAt === null ? 'panel-date-now' : 'panel-date-seen'),
          hint: text(publishedAt === null ? 'panel-date-hint' : 'panel-date-seen-hint', { zone: kb.site.timezone }),
          value: publishedAt === null ? '' : toLocalTime(publishedAt.toISOString(), kb.site.timezone),
        },
        {
          kind: 'date',
          name: 'review_by',
          label: text('panel-review-by'),
          hint: text('panel-review-hint'),
          value: article.reviewBy ?? '',
        },
        {
          kind: 'number',
          name: 'order',
          label: text('write.order'),
          hint: text('write.order-hint'),
          value: article.menuOrder,
        },
        { kind: 'checkbox', name: 'sticky', label: text('write.sticky'), checked: article.sticky },
      ]),
      ...group('find', 'write.group-find', [
        {
          kind: 'text',
          name: 'tags',
          label: text('panel-tags'),
          hint: text('write.tags-hint'),
          value: article.tags.join(', '),
        },
        {
          kind: 'textarea',
          name: 'aliases',
          label: text('panel-aliases'),
          hint: text('write.aliases-hint'),
          value: article.searchAliases.join('\n'),
          rows: 2,
        },
      ]),
      ...group('language', 'write.group-language', [
        {
          kind: 'text',
          name: 'locale',
          label: text('write.locale'),
          hint: text('write.locale-hint'),
          value: article.locale,
          maxLength: 35,
          autocomplete: 'off',
        },
        {
          kind: 'text',
          name: 'translation',
          label: text('write.translation'),
          hint: text('write.translation-hint'),
          value: translation,
          maxLength: 1000,
          autocomplete: 'off',
          complete: choices('articles'),
        },
      ]),
      ...group('access', 'panel-access', mayManageAccess ? await accessFieldsOf() : []),
      ...group(
        'seo',
        'write.group-seo',
        seoFields(seo, await picture('seo_image', 'write.seo-image', seo.ogImage), texts),
      ),
      ...group('more', 'write.group-more', [
        await picture('picture', 'write.picture', article.featuredMedia),
        {
          kind: 'textarea',
          name: 'related',
          label: text('write.related'),
          hint: text('write.related-hint'),
          value: await articleLines(kb, article.related, request),
          complete: choices('articles'),
          rows: 3,
        },
        {
          kind: 'textarea',
          name: 'redirects',
          label: text('write.redirects'),
          hint: text('write.redirects-hint'),
          value: article.redirects.join('\n'),
          rows: 3,
        },
        {
          kind: 'textarea',
          name: 'contributors',
          label: text('write.contributors'),
          hint: text('naming.people-hint'),
          value: await peopleLines(kb, article.contributors, request),
          complete: choices('people'),
          rows: 2,
        },
      ]),
      ...group('meta', 'write.group-meta', meta),
    ],
  };
}
