import { renderMarkdown } from '../../../../../blocks.js';
import { slugify } from '../../../../../content.js';
import { escapeHtml } from '../../../../../pages.js';
import { toRuleView } from '../../../domain/access/access-view.js';
import { toRule } from '../../../domain/access/rule.js';
import type { Category } from '../../../domain/categories/category-tree.js';
import { type CategoryExtras, EXTRAS_FIELD } from '../../import/wxr/extras.js';
import { withoutUuid } from '../../json/category-uuids.js';
import type { KnowledgeBase } from '../../knowledge-base.js';
import { cdata, element, xmlJson } from './xml.js';

/** WordPress names of categories and tags. */
export interface WxrTerms {
  /** Category declarations, parents first. */
  categories(): Promise<readonly string[]>;
  /** Categories of an article, the primary one first, and its tags. */
  of(categoryIds: readonly number[], tags: readonly string[]): string;
}

/** @param exported categories that are part of the export, parents before their children */
export function createWxrTerms(kb: KnowledgeBase, exported: readonly Category[]): WxrTerms {
  const names = nicenames(exported);
  const byId = new Map(exported.map((category) => [category.id, category]));
  const tagNames = new Map<string, string>();
  const takenTags = new Set<string>();

  /** WordPress allows one name per slug, but C, C# and C++ would share a slug. */
  function tagName(tag: string): string {
    const existing = tagNames.get(tag);
    if (existing !== undefined) return existing;
    const name = firstFree([slugify(tag) || 'tag'], takenTags);
    tagNames.set(tag, name);
    return name;
  }

  return {
    categories: () => Promise.all(exported.map((category) => declaration(kb, category, names))),
    of(categoryIds, tags) {
      const categories = categoryIds.flatMap((id) => byId.get(id) ?? []);
      return [
        ...categories.map((category) => itemTerm('category', names.get(category.id) ?? '', category.name)),
        ...tags.map((tag) => itemTerm('post_tag', tagName(tag), tag)),
      ].join('');
    },
  };
}

/** Formats a slug as WordPress stores it: percent-encoded in lower case. */
export function encodedSlug(slug: string): string {
  return encodeURIComponent(slug).toLowerCase();
}

function itemTerm(taxonomy: string, slug: string, name: string): string {
  return `<category domain="${taxonomy}" nicename="${encodedSlug(slug)}">${cdata(escapeHtml(name))}</category>`;
}

async function declaration(kb: KnowledgeBase, category: Category, names: ReadonlyMap<number, string>): Promise<string> {
  const { id, locale, slug, path, name, description, order, meta, parentId } = category;
  const { ofCategory } = kb.access.rules.snapshot();
  const rule = ofCategory.has(id) ? (kb.access.rules.ofCategory(id) ?? toRule({ mode: 'nobody' })) : null;
  const extras: CategoryExtras = {
    locale,
    slug,
    description,
    order,
    meta: withoutUuid(meta),
    address: kb.links.href(locale, path),
    access: rule && toRuleView(rule),
  };
  return [
    '<wp:category>',
    element('wp:term_id', id),
    element('wp:category_nicename', encodedSlug(names.get(id) ?? slug)),
    element('wp:category_parent', encodedSlug(names.get(parentId) ?? '')),
    element('wp:cat_name', escapeHtml(name)),
    description === '' ? '' : element('wp:category_description', (await renderMarkdown(description)).html),
    `<wp:termmeta>${element('wp:meta_key', EXTRAS_FIELD)}${element('wp:meta_value', xmlJson(extras))}</wp:termmeta>`,
    '</wp:category>',
  ].join('');
}

/**
 * Assigns unique names: the slug if only one category has it. WordPress identifies categories by this name alone,
 * across parents and languages.
 */
function nicenames(categories: readonly Category[]): Map<number, string> {
  const shared = new Map<string, number>();
  for (const { slug } of categories) shared.set(slug, (shared.get(slug) ?? 0) + 1);
  const usedNames = new Set<string>();
  const names = new Map<number, string>();
  // Short names first, so that no long name takes one of them.
  const ordered = categories.toSorted((one, other) => (shared.get(one.slug) ?? 0) - (shared.get(other.slug) ?? 0));
  for (const { id, slug, path, locale } of ordered) {
    const long = path.replaceAll('/', '-');
    names.set(id, firstFree(shared.get(slug) === 1 ? [slug] : [long, `${long}-${locale}`], usedNames));
  }
  return names;
}

function firstFree(candidates: readonly string[], used: Set<string>): string {
  const last = candidates.at(-1) ?? '';
  for (let number = 1; ; number += 1) {
    const name = candidates[number - 1] ?? `${last}-${number}`;
    if (used.has(name)) continue;
    used.add(name);
    return name;
  }
}
