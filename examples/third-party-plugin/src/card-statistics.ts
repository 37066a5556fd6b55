import type { Site } from 'mortise';
import { createCalendar } from 'mortise/calendar';
import type { Database } from 'mortise/database';
import type { OwnedVisitors, VisitorRequest } from 'mortise/pages';

export interface CardStatistics {
  /** Counts a download of a recipe's card. Bots do not count, and visitors count once a day. */
  count(recipeId: number, request: VisitorRequest): Promise<void>;
  of(recipeId: number): Promise<{ downloads: number; visitors: number }>;
}

/** Statistics of recipe cards, without tracking people. */
export function createCardStatistics(parts: {
  readonly db: Database;
  readonly visitors: OwnedVisitors;
  readonly site: Pick<Site, 'timezone'>;
}): CardStatistics {
  const { db, visitors } = parts;
  const calendar = createCalendar(parts.site.timezone);
  const keys = ['recipe_id', 'day'] as const;

  return {
    async count(recipeId, request) {
      const visitor = visitors.identify(request);
      if (await visitor.isBot()) return;
      const day = calendar.dayOf(new Date());
      // Null for visitors who opted out: their downloads count, but they do not count as visitors.
      const key = await visitor.key({ scope: recipeId });
      const row = { recipe_id: recipeId, day };
      await db.transaction(async () => {
        // Locks the day, so that two processes do not count the same visitor.
        await db.accumulate('acme_card_days', [{ ...row, downloads: 1, visitors: 0 }], keys, ['downloads']);
        if (key === null) return;
        const first = await visitors.recordVisits([{ day, scope: `card ${recipeId}`, visitor: key }]);
        const added = { ...row, downloads: 0, visitors: first.length };
        await db.accumulate('acme_card_days', [added], keys, ['visitors']);
      });
    },
    async of(recipeId) {
      const row = await db.query
        .selectFrom('acme_card_days')
        .select(({ fn }) => [fn.sum<number>('downloads').as('downloads'), fn.sum<number>('visitors').as('visitors')])
        .where('recipe_id', '=', recipeId)
        .executeTakeFirstOrThrow();
      return { downloads: Number(row.downloads ?? 0), visitors: Number(row.visitors ?? 0) };
    },
  };
}
