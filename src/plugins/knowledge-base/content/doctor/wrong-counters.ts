import type { Database } from '../../../../database.js';
import type { CheckFinding } from '../../../../operations.js';
import { importedVotes } from '../../domain/ratings/imported-votes.js';
import { type RatingKind, toVote } from '../../domain/ratings/rating-counters.js';
import { countersOf, NO_RATINGS, RATING_COUNTERS, type RatingCounters } from '../../domain/ratings/rating-summary.js';

/** Finds articles whose counters differ from the counted votes. */
export async function findWrongCounters(db: Database): Promise<readonly CheckFinding[]> {
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
  for (const [id, figures] of await importedVotes(db)) right.set(id, { ...figures });
  for (const { article_id, kind, value, votes: times } of votes) {
    const figures = right.get(article_id) ?? { ...NO_RATINGS };
    right.set(article_id, figures);
    const one = countersOf(toVote([{ kind: kind as RatingKind, value }]), 1);
    for (const name of RATING_COUNTERS) figures[name] += (one[name] ?? 0) * Number(times);
  }
  const found = new Map(counted.map(({ article_id, ...figures }) => [article_id, figures]));
  return [...new Set([...right.keys(), ...found.keys()])].flatMap((id) => {
    const is = found.get(id) ?? NO_RATINGS;
    const shouldBe = right.get(id) ?? NO_RATINGS;
    const wrong = RATING_COUNTERS.filter((name) => is[name] !== shouldBe[name]);
    return wrong.length === 0
      ? []
      : [{ subject: id, message: wrong.map((name) => `${name} ${is[name]}, not ${shouldBe[name]}`).join('; ') }];
  });
}
