import type { Database } from '../database/database.js';
import { HostError } from '../errors.js';
import type { Outbox } from '../outbox/outbox.js';
import { assertAncestors } from './ancestors.js';
import type { ChangeContext } from './hooks.js';
import { invalidValue } from './post-errors.js';
import type { Writer } from './publishing.js';
import { freeSlug, slugify } from './slug.js';
import type { Term, Terms } from './terms.js';
import type { Taxonomy } from './types/taxonomy.js';

/** Values set on a term. Absent members keep their value or take the default. */
export interface TermInput {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly description?: string | undefined;
  readonly parentId?: number | undefined;
  readonly locale?: string | undefined;
}

/** Writes terms of registered taxonomies. Callers check capabilities. */
export interface TermEditing {
  /** @throws HostError 400 `term_exists` with `term_id`, `rest_invalid_param` */
  create(taxonomy: Taxonomy, input: TermInput & { readonly name: string }, writer: Writer): Promise<Term>;
  /** @throws HostError 404 `rest_term_invalid`, and like `create` */
  update(taxonomy: Taxonomy, id: number, input: TermInput, writer: Writer): Promise<Term>;
  /** Deletes a term: its children move up one level, and posts lose it. @throws HostError 404 `rest_term_invalid` */
  delete(taxonomy: Taxonomy, id: number, writer: Writer): Promise<Term>;
}

/** Maximum attempts to choose a slug when concurrent saves take it first. */
const SLUG_ATTEMPTS = 25;

export function createTermEditing({
  db,
  outbox,
  terms,
  defaultLocale,
}: {
  readonly db: Database;
  readonly outbox: Pick<Outbox, 'announce'>;
  readonly terms: Terms;
  readonly defaultLocale: string;
}): TermEditing {
  async function existing(taxonomy: Taxonomy, id: number): Promise<Term> {
    const row = await db.query.selectFrom('terms').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    const term = row ? await terms.get(id) : null;
    if (term?.taxonomy !== taxonomy.name) throw termNotFound(id);
    return term;
  }

  async function assertParent(taxonomy: Taxonomy, { id, parentId }: Pick<Term, 'id' | 'parentId'>): Promise<void> {
    if (parentId === 0) return;
    if (!taxonomy.hierarchical) throw invalidValue('parent', `Terms of "${taxonomy.name}" cannot have a parent.`);
    await assertAncestors({ id, parentId }, { one: 'term', many: 'Terms' }, async (above) => {
      const row = await db.query
        .selectFrom('terms')
        .select(['taxonomy', 'parent_id'])
        .where('id', '=', above)
        .forUpdate()
        .executeTakeFirst();
      return row?.taxonomy === taxonomy.name ? row.parent_id : null;
    });
  }

  async function siblings(place: Pick<Term, 'id' | 'taxonomy' | 'parentId' | 'locale'>) {
    return db.query
      .selectFrom('terms')
      .select(['id', 'slug', 'name'])
      .where('taxonomy', '=', place.taxonomy)
      .where('parent_id', '=', place.parentId)
      .where('locale', '=', place.locale)
      .where('id', '!=', place.id)
      .execute();
  }

  /** A requested slug must be free. A slug made from the name gets a number appended. */
  async function slugFor(term: Term, requested: string | undefined): Promise<string> {
    const others = await siblings(term);
    const sameName = others.find(({ name }) => name.toLowerCase() === term.name.toLowerCase());
    const slug = slugify(requested ?? '') || slugify(term.name) || term.taxonomy.replaceAll('_', '-');
    const sameSlug = others.find((other) => other.slug === slug);
    if (sameName && (requested === undefined || sameSlug)) throw termExists(sameName.id, term.name);
    if (sameSlug && requested !== undefined) throw termExists(sameSlug.id, slug);
    return freeSlug(slug, new Set(others.map((other) => other.slug)));
  }

  async function withFreeSlug(work: () => Promise<Term>): Promise<Term> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await db.transaction(work);
      } catch (error) {
        if (!db.isUniqueViolation(error) || attempt === SLUG_ATTEMPTS) throw error;
      }
    }
  }

  const contextOf = ({ user, source = 'code' }: Writer): ChangeContext => ({ user, source });

  return {
    create(taxonomy, input, writer) {
      return withFreeSlug(async () => {
        const draft: Term = {
          id: 0,
          taxonomy: taxonomy.name,
          parentId: input.parentId ?? 0,
          slug: '',
          name: nameOf(input.name),
          description: input.description ?? '',
          menuOrder: 0,
          locale: (input.locale ?? defaultLocale).toLowerCase(),
          meta: {},
        };
        await assertParent(taxonomy, draft);
        const term = await terms.create({ ...draft, slug: await slugFor(draft, input.slug) });
        await outbox.announce('created_term', term, contextOf(writer));
        return term;
      });
    },
    update(taxonomy, id, input, writer) {
      return withFreeSlug(async () => {
        const before = await existing(taxonomy, id);
        const next: Term = {
          ...before,
          name: input.name === undefined ? before.name : nameOf(input.name),
          description: input.description ?? before.description,
          parentId: input.parentId ?? before.parentId,
          locale: (input.locale ?? before.locale).toLowerCase(),
        };
        if (next.parentId !== before.parentId) await assertParent(taxonomy, next);
        // Changing only the name keeps the slug.
        next.slug = await slugFor(next, input.slug ?? before.slug);
        if (JSON.stringify(next) === JSON.stringify(before)) return before;
        await terms.update(id, next);
        await outbox.announce('edited_term', next, before, contextOf(writer));
        return next;
      });
    },
    delete(taxonomy, id, writer) {
      return withFreeSlug(async () => {
        const term = await existing(taxonomy, id);
        const children = await db.query
          .selectFrom('terms')
          .select(['id', 'slug'])
          .where('parent_id', '=', id)
          .orderBy('id')
          .execute();
        await terms.delete(id);
        for (const child of children) {
          const others = await siblings({ ...term, id: child.id });
          const slug = freeSlug(child.slug, new Set(others.map((other) => other.slug)));
          await terms.update(child.id, { parentId: term.parentId, slug });
        }
        await outbox.announce('deleted_term', term, contextOf(writer));
        return term;
      });
    },
  };
}

export function termNotFound(id: number): HostError {
  return new HostError('rest_term_invalid', `Term ${id} does not exist.`, { status: 404 });
}

function termExists(id: number, name: string): HostError {
  const message = `A term "${name}" already exists at this level. Choose another name or slug.`;
  return new HostError('term_exists', message, { status: 400, term_id: id });
}

function nameOf(text: string): string {
  const name = text.trim();
  if (name === '') throw invalidValue('name', 'Enter at least one character other than a space.');
  return name;
}
