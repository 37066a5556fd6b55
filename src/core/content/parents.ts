import type { Database } from '../database/database.js';
import { addressOf, chooseSlug } from './addresses.js';
import { assertAncestors } from './ancestors.js';
import { invalidValue } from './post-errors.js';
import { type Post, toPost } from './posts.js';
import type { PostType } from './types/post-type.js';

/**
 * Rejects a parent that does not exist, has another type, or is a descendant of the post. Run it in a transaction: the
 * ancestors stay locked until its end, so that two concurrent moves cannot form a cycle.
 * @throws HostError 400 `rest_invalid_param`
 */
export async function assertParent(db: Database, type: PostType, post: Post): Promise<void> {
  if (post.parentId === 0) return;
  if (!type.hierarchical) throw invalidValue('parent', `Posts of the type "${type.name}" cannot have a parent.`);
  await assertAncestors(post, { one: 'post', many: 'Posts' }, async (id) => {
    const row = await db.query
      .selectFrom('posts')
      .select(['type', 'parent_id'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row?.type === type.name ? row.parent_id : null;
  });
}

/** Moves the children of a post that is being deleted up to its parent. Run it in a transaction. */
export async function liftChildren(db: Database, { id, type, parentId }: Post): Promise<void> {
  const rows = await db.query
    .selectFrom('posts')
    .selectAll()
    .where('parent_id', '=', id)
    .where('type', '=', type)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const child of rows.map(toPost)) {
    const place = { ...child, parentId };
    const isAddressed = child.status !== 'trash';
    const slug = isAddressed ? await chooseSlug(db, place, child.slug, child.title, child.id) : child.slug;
    await db.query
      .updateTable('posts')
      .set({
        parent_id: parentId,
        slug,
        address: isAddressed ? addressOf(place, slug) : null,
        lock_version: child.lockVersion + 1,
      })
      .where('id', '=', child.id)
      .execute();
  }
}
