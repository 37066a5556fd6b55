import type { OwnedSignatures } from '../../../../services.js';

/** Signed render times of forms, since a nonce does not reveal its age. Forms submitted too fast come from bots. */
export interface PageTimes {
  /** Returns the value of a hidden field for a form about this article. */
  stamp(articleId: number): string;
  /** Returns milliseconds since rendering; null for an invalid stamp or another article's. */
  age(stamp: unknown, articleId: number): number | null;
}

const PURPOSE = 'page-time';
/** Lifetime in seconds, longer than the nonce's, so that an expired form is reported by the nonce. */
const LIFE = 2 * 24 * 60 * 60;

export function createPageTimes(signatures: OwnedSignatures, now: () => number = Date.now): PageTimes {
  return {
    stamp: (articleId) => signatures.sign(PURPOSE, `${articleId}:${now()}`, LIFE),
    age(stamp, articleId) {
      const [article, time] = signatures.verify(PURPOSE, stamp)?.split(':') ?? [];
      return article === String(articleId) ? Math.max(0, now() - Number(time)) : null;
    },
  };
}
