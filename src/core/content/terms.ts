import type { Selectable } from 'kysely';
import { json, utc } from '../database/codec.js';
import type { Database } from '../database/database.js';
import type { Tables } from '../database/names.js';

/** A term of a taxonomy, such as a category or a tag. */
export interface Term {
  id: number;
  taxonomy: string;
  /** 0 at the top level. */
  parentId: number;
  slug: string;
  name: string;
  description: string;
  menuOrder: number;
  locale: string;
  meta: Record<string, unknown>;
}

export type NewTerm = Pick<Term, 'taxonomy' | 'slug' | 'name' | 'locale'> &
  Partial<Pick<Term, 'parentId' | 'description' | 'menuOrder' | 'meta'>>;

/** Reads and writes rows of `terms`. Siblings with the same slug violate the unique key. */
export interface Terms {
  create(term: NewTerm): Promise<Term>;
  update(id: number, changes: Partial<Omit<Term, 'id' | 'taxonomy'>>): Promise<void>;
  get(id: number): Promise<Term | null>;
  /** Lists all terms of a taxonomy by `menuOrder`. */
  list(taxonomy: string): Promise<Term[]>;
  delete(id: number): Promise<void>;
}

export function createTerms(db: Database): Terms {
  return {
    async create(term) {
      const now = utc.encode(new Date());
      const row = {
        taxonomy: term.taxonomy,
        parent_id: term.parentId ?? 0,
        slug: term.slug,
        name: term.name,
        description: term.description ?? '',
        menu_order: term.menuOrder ?? 0,
        locale: term.locale,
        meta: json.encode(term.meta ?? {}),
        created_at: now,
        modified_at: now,
      };
      return toTerm({ id: await db.insert('terms', row), ...row });
    },
    async update(id, { parentId, slug, name, description, menuOrder, locale, meta }) {
      await db.query
        .updateTable('terms')
        .set({
          parent_id: parentId,
          slug,
          name,
          description,
          menu_order: menuOrder,
          locale,
          meta: meta && json.encode(meta),
          modified_at: utc.encode(new Date()),
        })
        .where('id', '=', id)
        .execute();
    },
    async get(id) {
      const row = await db.query.selectFrom('terms').selectAll().where('id', '=', id).executeTakeFirst();
      return row ? toTerm(row) : null;
    },
    async list(taxonomy) {
      const rows = await db.query
        .selectFrom('terms')
        .selectAll()
        .where('taxonomy', '=', taxonomy)
        .orderBy('menu_order')
        .orderBy('id')
        .execute();
      return rows.map(toTerm);
    },
    async delete(id) {
      await db.transaction(async () => {
        await db.query.deleteFrom('post_terms').where('term_id', '=', id).execute();
        await db.query.deleteFrom('terms').where('id', '=', id).execute();
      });
    },
  };
}

/** Converts a row of `terms` to a term. */
export function toTerm(row: Selectable<Tables['terms']>): Term {
  return {
    id: row.id,
    taxonomy: row.taxonomy,
    parentId: row.parent_id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    menuOrder: row.menu_order,
    locale: row.locale,
    meta: json.decode(row.meta) as Record<string, unknown>,
  };
}
