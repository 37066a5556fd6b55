import type { Strings } from '../../../../../text.js';
import type { Categories } from '../../../domain/categories/categories.js';
import type { Revision } from '../../../domain/revisions/revisions.js';

type Member = readonly [name: string, value: string];

/** Returns the members of a version except its text, labeled and formatted as one line each. */
export function membersOf(
  { title, excerpt, contentFormat, fields }: Revision,
  categories: Pick<Categories, 'tree'>,
  { text }: Strings,
): Member[] {
  const { seo, featuredMedia } = fields;
  const tree = categories.tree();
  const lines = Object.entries(seo).flatMap(([name, value]) => (value ? [`${name}: ${String(value)}`] : []));
  return [
    [text('write.field-title'), title],
    [text('panel-excerpt'), excerpt.replace(/\s+/g, ' ')],
    [text('versions.format'), contentFormat],
    [text('panel-state'), text(`articles.state-${fields.status}`)],
    [text('panel-slug'), fields.slug],
    [text('panel-categories'), fields.categoryIds.map((id) => tree.get(id)?.name ?? String(id)).join(', ')],
    [text('panel-tags'), fields.tags.join(', ')],
    [text('write.locale'), fields.locale],
    [text('write.order'), String(fields.menuOrder)],
    [text('write.sticky'), fields.sticky ? '✓' : ''],
    [text('panel-review-by'), fields.reviewBy ?? ''],
    [text('panel-aliases'), (fields.searchAliases ?? []).join(', ')],
    [text('write.group-seo'), lines.join('; ')],
    [text('write.picture'), featuredMedia === 0 ? '' : String(featuredMedia)],
    [text('write.related-short'), fields.related.join(', ')],
  ];
}

/** Returns the labels of the members that differ, including the text. */
export function changedNames(
  before: Revision,
  after: Revision,
  categories: Pick<Categories, 'tree'>,
  texts: Strings,
): string[] {
  const earlier = new Map(membersOf(before, categories, texts));
  const changed = membersOf(after, categories, texts).filter(([name, value]) => earlier.get(name) !== value);
  return [
    ...(before.content === after.content ? [] : [texts.text('write.tab-text')]),
    ...changed.map(([name]) => name),
  ];
}
