import { randomUUID } from 'node:crypto';
import type { KnowledgeBase } from '../../content/knowledge-base.js';
import type { Person } from '../../domain/access/readers.js';
import type { AccessRuleInput } from '../../domain/access/rule.js';
import { type CategoryInput, noParent } from '../../domain/categories/categories.js';
import { cannotReassign, type DeleteOptions } from '../../domain/categories/category-delete.js';
import { appearanceOf, translationKeyOfCategory } from '../../domain/categories/category-members.js';
import type { Category } from '../../domain/categories/category-tree.js';
import { invalidParam } from '../../domain/errors.js';
import { assertMayManage, ruleIdFor } from '../routes/access-rule.js';
import { assertMedia, type SeoArgs, toSeo } from '../routes/article-fields.js';
import { existingCategory } from '../routes/existing-category.js';
import type { Saver } from './save-article.js';

/** Arguments of a category save. */
export interface CategoryArgs {
  name?: string;
  slug?: string;
  description?: string;
  parent?: number;
  order?: number;
  locale?: string;
  icon?: string | null;
  color?: string | null;
  image?: number;
  seo?: SeoArgs;
  translation_of?: number | null;
  access_rule?: AccessRuleInput;
}

/**
 * Creates a category within the user's permissions.
 * @throws HostError 400 `vendor_kb_invalid_param`, 401 or 403 `rest_forbidden`; the errors of `categories.create`
 */
export async function createCategory(
  kb: KnowledgeBase,
  args: CategoryArgs & { name: string },
  saver: Saver,
): Promise<Category> {
  const { reader, source } = saver;
  const ruleId = await ruleIdFor(kb, args.access_rule, null, reader);
  await assertPictures(kb, args, { meta: {} }, reader);
  await assertParent(kb, args.parent, 0, reader);
  const input = { ...toInput(args), ruleId, name: args.name };
  const place = { id: 0, locale: input.locale ?? kb.site.locale };
  return withTranslation(kb, { of: args.translation_of, place, input, saver }, (joined) =>
    kb.categories.create({ ...input, ...joined }, { user: reader.user, source }),
  );
}

/**
 * Updates a category within the user's permissions.
 * @throws HostError 404 `vendor_kb_category_not_found`; the errors of {@link createCategory} and of
 *   `categories.update`
 */
export async function updateCategory(
  kb: KnowledgeBase,
  id: number,
  args: CategoryArgs,
  saver: Saver,
): Promise<Category> {
  const { reader, source } = saver;
  const before = await existingCategory(kb, id, reader);
  const { parentId } = before;
  await assertPictures(kb, args, before, reader);
  await assertParent(kb, args.parent, parentId, reader);
  const ruleId = await ruleIdFor(kb, args.access_rule, kb.access.rules.ofCategory(id), reader);
  if (args.parent !== undefined && args.parent !== parentId) await assertMayFree(kb, [parentId], reader);
  const input = { ...toInput(args, before.meta), ruleId, ...(args.name ? { name: args.name } : {}) };
  const place = { id, locale: input.locale ?? before.locale };
  return withTranslation(kb, { of: args.translation_of, place, input, saver }, (joined) =>
    kb.categories.update(id, { ...input, ...joined }, { user: reader.user, source }),
  );
}

/**
 * Deletes a category within the user's permissions.
 * @throws HostError 404 `vendor_kb_category_not_found`, 401 or 403 `rest_forbidden`; the errors of
 *   `categories.delete`
 */
export async function removeCategory(
  kb: KnowledgeBase,
  id: number,
  options: DeleteOptions,
  { reader, source }: Saver,
): Promise<void> {
  const { access, categories } = kb;
  const before = await existingCategory(kb, id, reader);
  if (options.reassign && !(await access.visibility(access.viewerOf(reader))).admitsCategory(options.reassign)) {
    throw cannotReassign(options.reassign, before.locale);
  }
  await assertMayFree(kb, categories.tree().subtree(id), reader);
  await categories.delete(id, options, { user: reader.user, source });
}

/** Checks images. @throws HostError 400 `vendor_kb_invalid_param` for files that this user cannot see */
async function assertPictures(
  kb: KnowledgeBase,
  { image, seo }: Pick<CategoryArgs, 'image' | 'seo'>,
  before: Pick<Category, 'meta'>,
  reader: Person,
): Promise<void> {
  const appearance = appearanceOf(before);
  await assertMedia(kb, { name: 'image', id: image, before: appearance.image }, reader);
  await assertMedia(kb, { name: 'seo', id: seo?.og_image, before: appearance.seo.og_image }, reader);
}

/** Checks the parent. @throws HostError 400 `vendor_kb_invalid_param` for a parent closed to this user */
async function assertParent(
  { access }: KnowledgeBase,
  parent: number | undefined,
  present: number,
  reader: Person,
): Promise<void> {
  if (parent === undefined || parent === present) return;
  const { admitsCategory } = await access.visibility(access.viewerOf(reader));
  if (!admitsCategory(parent)) throw noParent(parent);
}

/** Checks that a move does not lift an access rule. @throws HostError 401 or 403 if it would without permission */
async function assertMayFree(
  { access, categories }: KnowledgeBase,
  ids: readonly number[],
  reader: Person,
): Promise<void> {
  const { ofCategory } = access.rules.snapshot();
  const above = ids.flatMap((id) => categories.tree().ancestry(id));
  if (above.some(({ id }) => ofCategory.has(id))) await assertMayManage(reader);
}

/** Runs a save and assigns the translation key shared with the given category. */
function withTranslation(
  kb: KnowledgeBase,
  {
    of,
    place: { id, locale },
    input: { meta },
    saver: { reader, source },
  }: {
    readonly of: number | null | undefined;
    readonly place: Pick<Category, 'id' | 'locale'>;
    readonly input: CategoryInput;
    readonly saver: Saver;
  },
  save: (joined: CategoryInput) => Promise<Category>,
): Promise<Category> {
  const { categories } = kb;
  if (of === undefined) return save({});
  if (of === null) return save({ meta: { ...meta, translation_key: null } });
  return kb.db.transaction(async () => {
    const other = await existingCategory(kb, of, reader);
    const key = translationKeyOfCategory(other) ?? randomUUID();
    const twin = categories
      .tree()
      .all()
      .find((each) => each.id !== id && each.locale === locale.toLowerCase() && translationKeyOfCategory(each) === key);
    if (twin || other.locale === locale.toLowerCase()) {
      throw invalidParam('translation_of', `Category ${of} already has a translation in the locale "${locale}".`);
    }
    if (translationKeyOfCategory(other) === null) {
      await categories.update(of, { meta: { translation_key: key } }, { user: reader.user, source });
    }
    return save({ meta: { ...meta, translation_key: key } });
  });
}

function toInput(args: CategoryArgs, before: Category['meta'] = {}): CategoryInput {
  const { slug, description, parent, order, locale, icon, color, image, seo } = args;
  const appearance = { icon, color, image, seo: seo && { ...(before.seo as object | undefined), ...toSeo(seo) } };
  const meta = Object.fromEntries(Object.entries(appearance).filter(([, value]) => value !== undefined));
  return {
    ...(slug === undefined ? {} : { slug }),
    ...(description === undefined ? {} : { description }),
    ...(parent === undefined ? {} : { parentId: parent }),
    ...(order === undefined ? {} : { order }),
    ...(locale === undefined ? {} : { locale }),
    ...(Object.keys(meta).length === 0 ? {} : { meta }),
  };
}
