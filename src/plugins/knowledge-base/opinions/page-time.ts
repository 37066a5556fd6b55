import type { OwnedSignatures } from '../../../index.js';

/**
 * When a form was made, as the form itself says it and cannot change: a nonce does not tell its age. Forms that come back
 * sooner than somebody can read are the work of programs.
 */
export interface PageTimes {
  /** For a hidden field of a form about this article. */
  stamp(articleId: number): string;
  /** Milliseconds since the form was made; null for what is no stamp of this article's forms. */
  age(stamp: unknown, articleId: number): number | null;
}

const PURPOSE = 'page-time';
/** Longer than the nonce beside it lives, in seconds: a form that is merely old is told so by the nonce. */
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
