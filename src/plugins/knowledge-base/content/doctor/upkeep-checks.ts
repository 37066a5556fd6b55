import type { Database } from '../../../../database.js';
import type { CheckFinding, DoctorCheck } from '../../../../operations.js';
import { kbTitle } from '../../catalogues.js';
import { EVERYTHING } from '../../domain/access/visibility.js';
import { findArticles } from '../../domain/articles/article-query.js';
import { dateIn } from '../../domain/articles/staleness.js';
import { importedVotes } from '../../domain/ratings/imported-votes.js';
import { type RatingKind, toVote } from '../../domain/ratings/rating-counters.js';
import { countersOf, NO_RATINGS, RATING_COUNTERS, type RatingCounters } from '../../domain/ratings/rating-summary.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import { findBrokenLinks } from '../link-checks/broken-links.js';
import { checkLinks } from '../link-checks/check-links.js';

/** Maximum findings listed per check. */
const MAX_FINDINGS = 1000;

/** Returns the checks for derived data and for tasks of people. */
export function upkeepChecks(kb: KnowledgeBase): readonly DoctorCheck[] {
  const { db } = kb;
  return [
    {
      name: 'search-index',
      title: kbTitle('doctor.search-index'),
      hint: 'The index has missing or extra articles. Run with --fix to rebuild it in all processes.',
      async find() {
        await kb.searchIndex.ready();
        const row = await db.query
          .selectFrom('kb_articles')
          .innerJoin('posts', 'posts.id', 'kb_articles.id')
          .select(({ fn }) => fn.countAll<number>().as('published'))
          .where('posts.status', '=', 'publish')
          .executeTakeFirst();
        const { documents } = await kb.searchIndex.stats();
        const published = Number(row?.published ?? 0);
        const { leftOut } = kb.searchIndex.status();
        return documents + leftOut === published
          ? []
          : [{ subject: 'index', message: `${documents} documents, ${published} published` }];
      },
      async fix() {
        await kb.caches.flush(['search'], { user: null, source: 'cli' });
        await kb.searchIndex.rebuild();
      },
    },
    {
      name: 'broken-links',
      title: kbTitle('doctor.broken-links'),
      hint: 'Correct the texts. Run with --fix to check the links again. kb article check-links lists all of them.',
      async find() {
        const everything = { visibility: EVERYTHING, author: undefined };
        const { links } = await findBrokenLinks(db, everything, { limit: MAX_FINDINGS, offset: 0 });
        return links.map(({ articleId: id, href }) => ({ subject: id, message: href }));
      },
      fix: () => checkLinks(kb),
    },
    {
      name: 'stale-articles',
      title: kbTitle('doctor.stale-articles'),
      hint: 'These articles are stale. Review them and set a new review_by, or archive them.',
      async find() {
        const { articles } = await findArticles(
          kb,
          {
            visibility: EVERYTHING,
            statuses: ['publish'],
            stale: true,
            today: dateIn(kb.site.timezone, await db.now()),
          },
          { by: 'modified', direction: 'asc' },
          { limit: MAX_FINDINGS, offset: 0 },
        );
        return articles.map(({ id, reviewBy }) => ({ subject: id, message: `until ${reviewBy}` }));
      },
    },
    {
      name: 'rating-figures',
      title: kbTitle('doctor.rating-figures'),
      hint: 'Counters differ from the votes. Run with --fix to recount all votes.',
      find: () => findWrongCounters(db),
      fix: () => kb.readerFeedback.ratings.recount(),
    },
  ];
}

/** Finds articles whose counters differ from the counted votes. */
async function findWrongCounters(db: Database): Promise<readonly CheckFinding[]> {
  const [votes, counted] = await Promise.all([
    db.query
      .selectFrom('kb_ratings')
      .innerJoin('kb_articles', 'kb_articles.id', 'kb_ratings.article_id')
      .select(({ fn }) => [
        'kb_ratings.article_id',
        'kb_ratings.kind',
        'kb_ratings.value',
        fn.countAll<number>().as('votes'),
      ])
      .where('kb_ratings.is_held', '=', 0)
      .groupBy(['kb_ratings.article_id', 'kb_ratings.kind', 'kb_ratings.value'])
      .execute(),
    db.query
      .selectFrom('kb_article_figures')
      .innerJoin('kb_articles', 'kb_articles.id', 'kb_article_figures.article_id')
      .select(['article_id', ...RATING_COUNTERS])
      .execute(),
  ]);
  const right = new Map<number, { -readonly [Name in keyof RatingCounters]: number }>();
  for (const [id, counters] of await importedVotes(db)) right.set(id, { ...counters });
  for (const { article_id, kind, value, votes: times } of votes) {
    const counters = right.get(article_id) ?? { ...NO_RATINGS };
    right.set(article_id, counters);
    const one = countersOf(toVote([{ kind: kind as RatingKind, value }]), 1);
    for (const name of RATING_COUNTERS) counters[name] += (one[name] ?? 0) * Number(times);
  }
  const found = new Map(counted.map(({ article_id, ...counters }) => [article_id, counters]));
  return [...new Set([...right.keys(), ...found.keys()])].flatMap((id) => {
    const is = found.get(id) ?? NO_RATINGS;
    const shouldBe = right.get(id) ?? NO_RATINGS;
    const wrong = RATING_COUNTERS.filter((name) => is[name] !== shouldBe[name]);
    return wrong.length === 0
      ? []
      : [{ subject: id, message: wrong.map((name) => `${name} ${is[name]}, not ${shouldBe[name]}`).join('; ') }];
  });
}
