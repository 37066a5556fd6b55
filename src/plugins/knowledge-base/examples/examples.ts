import { HostError, type Strings, type User } from '../../../index.js';
import { keepRule } from '../access/keep-rule.js';
import { TAXONOMY } from '../category-tree.js';
import { createSources, UNWRITTEN } from '../import/sources.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { type ExampleArticle, exampleArticles } from './example-articles.js';

/** Examples to look at, and to be taken out again. */
export interface Examples {
  /** How many of them are here, be it in the trash. */
  count(): Promise<number>;
  /** Puts in those that are missing, all of them or none. @returns how many that were */
  load(user: User): Promise<number>;
  /** Takes out those that nobody has changed, all of them or none. */
  remove(user: User): Promise<{ readonly removed: number; readonly kept: number }>;
}

type Parts = Pick<
  KnowledgeBase,
  'access' | 'articles' | 'categories' | 'db' | 'hashPassword' | 'site' | 'unknownNames' | 'versions'
>;

/** The examples are a source like those that are imported: its book knows what each of them became. */
const SOURCE = 'examples of the knowledge base';
/** Bumped first, so that of two who load them at once the second finds them. */
const VERSION = 'kb_examples';
/** The version of an article that nobody has changed since it was made. */
const UNTOUCHED = 1;

const CATEGORIES = ['open', 'team'] as const;
type CategoryName = ExampleArticle['category'];

export function createExamples(kb: Parts, strings: Strings): Examples {
  const { db, articles, categories, versions, site } = kb;
  const { text } = strings;
  const sources = createSources(db, SOURCE);
  const all = exampleArticles(strings);
  const categoryKey = (name: CategoryName): string => `category:${name}`;
  const words = {
    open: { name: text('example.category'), description: text('example.category-text') },
    team: { name: text('example.team'), description: text('example.team-text') },
  };

  const record = (targetId: number) => ({ targetId, sourceHash: '', ...UNWRITTEN, frontMatter: null });

  async function book() {
    const found = await sources.find([...CATEGORIES.map(categoryKey), ...all.map(({ name }) => name)]);
    return (key: string): number => found.get(key)?.targetId ?? 0;
  }

  /** Asked of the database: another process may have made it a moment ago. */
  async function isThere(categoryId: number): Promise<boolean> {
    const row = db.query.selectFrom('terms').select('id').where('id', '=', categoryId).where('taxonomy', '=', TAXONOMY);
    return (await row.executeTakeFirst()) !== undefined;
  }

  async function present() {
    const idOf = await book();
    return articles.getMany(all.flatMap(({ name }) => idOf(name) || []));
  }

  return {
    count: async () => (await present()).length,
    async load(user) {
      const actor = { user, source: 'admin' as const };
      // A rule is kept before: none may be looked for inside a transaction.
      const ruleId = await keepRule(kb, { mode: 'logged_in', listed: true, teaser: 'none' }, null);
      return db.transaction(async () => {
        await versions.bump(VERSION);
        const idOf = await book();
        const placeOf = new Map<CategoryName, number>();
        for (const name of CATEGORIES) {
          let id = idOf(categoryKey(name));
          if (!(await isThere(id))) {
            const parentId = name === 'open' ? 0 : (placeOf.get('open') ?? 0);
            ({ id } = await categories.create(
              { ...words[name], parentId, locale: site.locale, ...(name === 'team' && { ruleId }) },
              actor,
            ));
            await sources.save(categoryKey(name), 'category', record(id));
          }
          placeOf.set(name, id);
        }
        const here = new Set((await present()).map(({ id }) => id));
        let made = 0;
        for (const [order, { name, title, content, category }] of all.entries()) {
          if (here.has(idOf(name))) continue;
          const place = { categoryIds: [placeOf.get(category) ?? 0], menuOrder: order, locale: site.locale };
          const input = { ...place, title, content, contentFormat: 'blocks', status: 'publish' } as const;
          const { id } = await articles.create(input, actor);
          await sources.save(name, 'article', record(id));
          made += 1;
        }
        return made;
      });
    },
    async remove(user) {
      const actor = { user, source: 'admin' as const };
      return db.transaction(async () => {
        await versions.bump(VERSION);
        const idOf = await book();
        let removed = 0;
        let kept = 0;
        for (const { id, version } of await present()) {
          if (version !== UNTOUCHED) kept += 1;
          else {
            await articles.delete(id, actor, version);
            removed += 1;
          }
        }
        // The one below first; what has something else in it by now stays.
        for (const name of CATEGORIES.toReversed()) {
          const id = idOf(categoryKey(name));
          if (categories.tree().get(id)) await removeEmpty(id);
        }
        return { removed, kept };

        async function removeEmpty(id: number): Promise<void> {
          try {
            await categories.delete(id, {}, actor);
          } catch (error) {
            if (!(error instanceof HostError) || error.code !== 'vendor_kb_category_not_empty') throw error;
          }
        }
      });
    },
  };
}
