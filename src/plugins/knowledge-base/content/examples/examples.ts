import { HostError, type User } from '../../../../index.js';
import { escapeHtml } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import { keepRule } from '../../domain/access/keep-rule.js';
import { TAXONOMY } from '../../domain/categories/category-tree.js';
import { createSources, UNWRITTEN } from '../import/sources.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** An example article in source form. */
interface ExampleArticle {
  readonly name: string;
  readonly title: string;
  readonly content: string;
  readonly category: 'open' | 'team';
}

const CODE = `const answer = await fetch('/api/vendor-kb/v1/search?q=examples');
console.log(await answer.json());`;

const blocks = (...parts: readonly string[]): string => parts.join('\n\n');

/** Installs and removes the example articles. */
export interface Examples {
  /** Counts the existing examples, including trashed ones. */
  count(): Promise<number>;
  /** Installs the missing examples in one transaction. @returns how many were missing */
  load(user: User): Promise<number>;
  /** Removes the unchanged examples in one transaction. */
  remove(user: User): Promise<{ readonly removed: number; readonly retained: number }>;
}

type Parts = Pick<
  KnowledgeBase,
  'access' | 'articles' | 'categories' | 'db' | 'hashPassword' | 'site' | 'unknownNames' | 'versions'
>;

/** The examples are recorded like an import source, which maps each to its article. */
const SOURCE = 'knowledge base examples';

/** Bumped first, so that the second of two concurrent installs finds the first one's articles. */
const VERSION = 'kb_examples';

/** Version of an article that was never changed. */
const FIRST_VERSION = 1;

const CATEGORIES = ['open', 'team'] as const;

type CategoryName = ExampleArticle['category'];

export function createExamples(kb: Parts, strings: Strings): Examples {
  const { db, articles, categories, versions, site } = kb;
  const { text } = strings;
  const sources = createSources(db, SOURCE);
  const all = exampleArticles(strings);
  const categoryKey = (name: CategoryName): string => `category:${name}`;
  const paragraphs = {
    open: { name: text('example.category'), description: text('example.category-text') },
    team: { name: text('example.team'), description: text('example.team-text') },
  };

  const record = (targetId: number) => ({ targetId, sourceHash: '', ...UNWRITTEN, frontMatter: null });

  async function book() {
    const found = await sources.find([...CATEGORIES.map(categoryKey), ...all.map(({ name }) => name)]);
    return (key: string): number => found.get(key)?.targetId ?? 0;
  }

  /** Reads the database: another process may have just created the category. */
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
      // The rule is saved first, since rules cannot be looked up inside a transaction.
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
              { ...paragraphs[name], parentId, locale: site.locale, ...(name === 'team' && { ruleId }) },
              actor,
            ));
            await sources.save(categoryKey(name), 'category', record(id));
          }
          placeOf.set(name, id);
        }
        const existing = new Set((await present()).map(({ id }) => id));
        let createdCount = 0;
        for (const [order, { name, title, content, category }] of all.entries()) {
          if (existing.has(idOf(name))) continue;
          const place = { categoryIds: [placeOf.get(category) ?? 0], menuOrder: order, locale: site.locale };
          const input = { ...place, title, content, contentFormat: 'blocks', status: 'publish' } as const;
          const { id } = await articles.create(input, actor);
          await sources.save(name, 'article', record(id));
          createdCount += 1;
        }
        return createdCount;
      });
    },
    async remove(user) {
      const actor = { user, source: 'admin' as const };
      return db.transaction(async () => {
        await versions.bump(VERSION);
        const idOf = await book();
        let removed = 0;
        let retained = 0;
        for (const { id, version } of await present()) {
          if (version !== FIRST_VERSION) retained += 1;
          else {
            await articles.delete(id, actor, version);
            removed += 1;
          }
        }
        // Children first. Categories with other content stay.
        for (const name of CATEGORIES.toReversed()) {
          const id = idOf(categoryKey(name));
          if (categories.tree().get(id)) await removeEmpty(id);
        }
        return { removed, retained };

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

/** Returns the example articles in the site's language. */
function exampleArticles({ text }: Strings): ExampleArticle[] {
  const open = { category: 'open' } as const;
  return [
    {
      ...open,
      name: 'welcome',
      title: text('example.welcome'),
      content: blocks(
        paragraph(text('example.welcome-text')),
        heading(text('example.callouts')),
        markdown(`> [!TIP]\n> ${text('example.tip')}\n\n> [!WARNING]\n> ${text('example.warning')}`),
      ),
    },
    {
      ...open,
      name: 'code',
      title: text('example.code'),
      content: blocks(paragraph(text('example.code-text')), markdown(`\`\`\`js\n${CODE}\n\`\`\``)),
    },
    {
      ...open,
      name: 'faq',
      title: text('example.faq'),
      content: accordion(
        [1, 2].map((number) => [text(`example.question-${number}`), text(`example.answer-${number}`)]),
      ),
    },
    {
      category: 'team',
      name: 'secret',
      title: text('example.secret'),
      content: paragraph(text('example.secret-text')),
    },
  ];
}

function paragraph(text: string): string {
  return `<!-- wp:paragraph -->\n<p>${escapeHtml(text)}</p>\n<!-- /wp:paragraph -->`;
}

function heading(text: string): string {
  return `<!-- wp:heading -->\n<h2 class="wp-block-heading">${escapeHtml(text)}</h2>\n<!-- /wp:heading -->`;
}

function markdown(source: string): string {
  const escaped = source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `<!-- wp:vendor-kb/markdown -->\n<pre class="wp-block-vendor-kb-markdown">${escaped}</pre>\n<!-- /wp:vendor-kb/markdown -->`;
}

function accordion(questions: readonly (readonly string[])[]): string {
  const items = questions.map(
    ([question = '', answer = '']) =>
      `<!-- wp:vendor-kb/accordion-item -->\n<details class="wp-block-vendor-kb-accordion-item"><summary class="kb-faq-q">${escapeHtml(question)}</summary><div class="kb-faq-a">${paragraph(answer)}</div></details>\n<!-- /wp:vendor-kb/accordion-item -->`,
  );
  return `<!-- wp:vendor-kb/accordion -->\n<div class="wp-block-vendor-kb-accordion">${items.join('\n\n')}</div>\n<!-- /wp:vendor-kb/accordion -->`;
}
