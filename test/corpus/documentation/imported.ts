import type { TestHost } from 'mortise/testing';
import { describe, expect, it } from 'vitest';
import { corpus, type Documentation, FOLDERS } from './documentation.js';

/** Soak tests open every link on each database. The others do on SQLite, and every tenth on MariaDB. */
const FULL = Boolean(process.env.MORTISE_FULL);

/** State that an import could change, without values that differ from run to run. */
async function stateOf(host: TestHost) {
  const rows = await host.db.query
    .selectFrom('kb_articles')
    .innerJoin('posts', 'posts.id', 'kb_articles.id')
    .select([
      'posts.id',
      'posts.title',
      'posts.content',
      'posts.modified_at',
      'kb_articles.version',
      'kb_articles.redirects',
    ])
    .orderBy('posts.id')
    .execute();
  const terms = await host.db.query.selectFrom('terms').selectAll().orderBy('id').execute();
  const redirects = await host.db.query.selectFrom('kb_redirects').selectAll().orderBy('address').execute();
  const sources = await host.db.query.selectFrom('kb_sources').selectAll().orderBy('key').execute();
  return { rows, terms, redirects, sources };
}

export function describeImport(documentation: () => Documentation): void {
  describe('imported', () => {
    it.each([
      ['cncf-glossary', 956, 895, 60, 0, 0, 0, 1],
      ['login-gov-help', 104, 88, 6, 9, 1, 21, 0],
    ])('%s: accounts for all %i files', (name, files, articles, categories, redirects, skipped, generated, others) => {
      expect(documentation().reports[name]).toMatchObject({
        files,
        articles: { created: articles, updated: 0, unchanged: 0 },
        categories: { created: categories, updated: 0, unchanged: 0 },
        generatedCategories: { created: generated },
        redirects: { created: redirects },
        problems: [],
        edited: [],
        interrupted: false,
      });
      expect(documentation().reports[name]?.skipped).toHaveLength(skipped);
      expect(documentation().reports[name]?.otherFiles).toHaveLength(others);
      expect(articles + categories + redirects + skipped + others).toBe(files);
    });

    it.each([
      ['cncf-glossary', 2327, 61, 4],
      ['login-gov-help', 96, 6, 0],
    ])('%s: resolves %i links and lists the other %i', (name, resolved, unresolved, broken) => {
      const links = documentation().reports[name]?.links;
      expect([links?.resolved, links?.unresolved.length, links?.brokenFragments.length]).toEqual([
        resolved,
        unresolved,
        broken,
      ]);
    });

    it('has a page behind every internal link of every article', async () => {
      const url = await documentation().host.listen();
      const articles = await documentation()
        .host.db.query.selectFrom('posts')
        .select(['id', 'content'])
        .where('status', '=', 'publish')
        .execute();
      const targets = new Set(
        articles.flatMap(({ content }) => [...content.matchAll(/\]\((\/kb\/[^)\s#]*)/g)].map(([, link]) => link ?? '')),
      );
      expect(targets.size).toBe(582);
      const dead: string[] = [];
      const step = documentation().dialect.name === 'sqlite' || FULL ? 1 : 10;
      for (const target of [...targets].filter((_, index) => index % step === 0)) {
        const { status } = await fetch(url + target, { method: 'HEAD', redirect: 'manual' });
        if (status !== 200 && status !== 301) dead.push(`${status} ${target}`);
      }
      // Drafts are imported as drafts, so links to them find no page until they are published.
      const drafts = await documentation()
        .host.db.query.selectFrom('posts')
        .select('slug')
        .where('status', '=', 'draft')
        .execute();
      const slugs = new Set(drafts.map(({ slug }) => slug));
      expect(dead.filter((line) => !slugs.has(decodeURIComponent(line.split('/').at(-1) ?? '')))).toEqual([]);
    }, 120_000);

    it("redirects the old site's URLs to the new ones", async () => {
      const url = await documentation().host.listen();
      const lead = async (old: string): Promise<string> => new URL((await fetch(`${url}/kb${old}`)).url).pathname;
      expect(await lead('/container/')).toBe('/kb/cncf-glossary/container');
      expect(await lead('/es/container/')).toBe('/kb/es/cncf-glossary/container');
      expect(await lead('/help/signing-in/how-to-sign-in/')).toBe(
        '/kb/login-gov-help/help/trouble-signing-in/how-to-sign-in',
      );
    });

    it.each([
      ['en', 'what is a container', 'Containers'],
      ['en', 'kuberntes', 'Kubernetes'],
      ['en', 'role based access', 'Role-Based Access Control (RBAC)'],
      ['en', 'change phone number', 'Change the phone number associated with your account'],
      ['es', 'contenedores', 'Contenedores'],
      ['es', 'escalado horizontal', 'Escalado horizontal'],
      ['zh-cn', '服务网格', '服务网格'],
      ['zh-cn', '容器编排', '容器编排'],
      ['ja', '水平スケーリング', '水平スケーリング'],
      ['ja', 'サービスメッシュ', 'サービスメッシュ'],
    ])('%s: answers "%s" with "%s" first', async (locale, q, title) => {
      const { data } = await documentation().host.request('GET', '/vendor-kb/v1/search', { query: { q, locale } });
      expect((data as { results: { title: string }[] }).results[0]?.title).toBe(title);
    });

    it('changes nothing when everything is imported again', async () => {
      const before = await stateOf(documentation().host);
      const kb = documentation().host.plugin('knowledge-base');
      for (const name of FOLDERS) {
        const report = await kb.importFolder(corpus(name), { name });
        expect(
          [report.articles, report.categories, report.redirects].map(({ created, updated }) => created + updated),
        ).toEqual([0, 0, 0]);
      }
      expect(await stateOf(documentation().host)).toEqual(before);
    }, 120_000);
  });
}
