import fc from 'fast-check';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeVotes } from '../../../../src/plugins/knowledge-base/domain/feedback/removal.js';
import {
  type ImportedVotes,
  importedVotes,
  setImportedVotes,
} from '../../../../src/plugins/knowledge-base/domain/ratings/imported-votes.js';
import {
  lockCounters,
  rebuildCounters,
  refreshScores,
} from '../../../../src/plugins/knowledge-base/domain/ratings/rating-counters.js';
import type { Vote } from '../../../../src/plugins/knowledge-base/domain/ratings/rating-summary.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';

type Step =
  | { readonly do: 'rate'; readonly visitor: number; readonly vote: Vote; readonly young: boolean }
  | { readonly do: 'withdraw'; readonly visitor: number }
  | { readonly do: 'erase'; readonly visitor: number }
  | { readonly do: 'import'; readonly votes: ImportedVotes }
  | { readonly do: 'release' | 'discard'; readonly at: number };

const visitor = fc.integer({ min: 1, max: 6 });
const vote: fc.Arbitrary<Vote> = fc.oneof(
  fc.record({ value: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ helpful: fc.boolean() }),
  fc.record({ value: fc.integer({ min: 1, max: 5 }), helpful: fc.boolean() }),
);
const votes = fc.integer({ min: 0, max: 50 });
const imported: fc.Arbitrary<ImportedVotes> = fc.record({
  rating_1: votes,
  rating_2: votes,
  rating_3: votes,
  rating_4: votes,
  rating_5: votes,
  helpful_yes: votes,
  helpful_no: votes,
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('rate' as const), visitor, vote, young: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw' as const), visitor }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), visitor }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('import' as const), votes: imported }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('release' as const, 'discard' as const),
      at: fc.integer({ min: 0, max: 3 }),
    }),
  },
);

describe.each(dialects)('rating counters on $name', (dialect) => {
  let host: TestHost;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await migratedDatabase(dialect, [knowledgeBase()]);
    drop = database.drop;
    host = await createTestHost({ database: database.url, plugins: [knowledgeBase()] });
  });
  afterAll(async () => {
    await host.close();
    await drop();
  });

  const countersOf = async (id: number) =>
    host.db.query.selectFrom('kb_article_figures').selectAll().where('article_id', '=', id).executeTakeFirst();

  it('match a full recount after any steps, some of them concurrent', async () => {
    const kb = host.plugin('knowledge-base');
    const versions = { bump: async () => {} } as never;
    const { ratings, heldVotes } = kb.readerFeedback;
    const all = host.db.query.selectFrom('posts').select('posts.id');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }), async (rounds) => {
        const article = await kb.articles.create({ title: 'x', status: 'publish' }, { user: null, source: 'cli' });
        const take = async (each: Step): Promise<void> => {
          if (each.do === 'rate') {
            const who = { user: null, key: `visitor ${each.visitor}` };
            await ratings.rate(article, each.vote, who, { pageAge: each.young ? 0 : 60_000 });
          } else if (each.do === 'withdraw') {
            await ratings.withdraw(article, { user: null, key: `visitor ${each.visitor}` });
          } else if (each.do === 'erase') {
            await removeVotes({ db: host.db, versions }, `visitor ${each.visitor}`);
          } else if (each.do === 'import') {
            await host.db.transaction(async () => {
              await lockCounters(host.db, article.id);
              await setImportedVotes(host.db, article.id, each.votes);
            });
          } else {
            const { votes } = await heldVotes.list(all, { limit: 10, offset: 0 });
            const chosen = votes[each.at];
            if (chosen) await heldVotes[each.do](all, [chosen.id]);
          }
        };
        for (const round of rounds) await Promise.all(round.map(take));
        // The site mean behind the scores may be newer than the last vote.
        if (rounds.flat().some((each) => each.do === 'import')) await refreshScores(host.db);
        const before = await countersOf(article.id);
        if (before) {
          await rebuildCounters(host.db, versions, article.id);
          expect(await countersOf(article.id)).toEqual(before);
        }
        const stars = await host.db.query
          .selectFrom('kb_ratings')
          .select('value')
          .where('article_id', '=', article.id)
          .where('kind', '=', 'value')
          .where('is_held', '=', 0)
          .execute();
        const importedCount = (await importedVotes(host.db, article.id)).get(article.id)?.rating_count ?? 0;
        expect((await ratings.summary({ id: article.id }, null)).count).toBe(stars.length + importedCount);
        await kb.articles.delete(article.id);
        expect(await importedVotes(host.db, article.id)).toEqual(new Map());
      }),
      { numRuns: process.env.MORTISE_FULL ? 200 : 12 },
    );
  }, 120_000);

  it('update scores to the current site mean on refresh', async () => {
    const kb = host.plugin('knowledge-base');
    const [one, other] = await Promise.all(
      ['one', 'other'].map((title) => kb.articles.create({ title, status: 'publish' }, { user: null, source: 'cli' })),
    );
    if (!one || !other) throw new Error('No articles.');
    const rate = (article: typeof one, value: number) =>
      kb.readerFeedback.ratings.rate(article, { value }, { user: null, key: `v${value}` }, {});
    await rate(one, 5);
    await rate(other, 1);
    expect((await countersOf(one.id))?.score_milli).toBe(5000);
    await refreshScores(host.db);
    // m = 3: (30 + 5) / 11
    expect((await countersOf(one.id))?.score_milli).toBe(3182);
    expect((await kb.readerFeedback.ratings.summary({ id: one.id }, null)).score).toBe(3.182);
  });
});
