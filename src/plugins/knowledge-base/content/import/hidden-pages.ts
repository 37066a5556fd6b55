import { flagOf, type readFields } from './fields.js';

/** Front matter keys by which a generator keeps a page from its readers or its lists. */
export const HIDING_KEYS = {
  expires: ['expirydate', 'unpublishdate'],
  headless: ['headless'],
  build: ['build', '_build'],
  unlisted: ['unlisted'],
} as const;

/** Reasons why a page is not public on its site, and notes about what does not happen here. */
export interface Hiding {
  /** Sentences for the report; empty for a public page. */
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Reads what hides a page: a past expiry date, `headless` and `build` of Hugo, `unlisted` of Docusaurus.
 * @see https://gohugo.io/content-management/build-options/
 */
export function readHiding(fields: Pick<ReturnType<typeof readFields>, 'date' | 'flag' | 'value'>, now: Date): Hiding {
  const { date: expires, isUnreadable } = fields.date(HIDING_KEYS.expires);
  const isExpired = expires !== null && expires <= now;
  const build = fields.value(HIDING_KEYS.build);
  const { render, list } = typeof build === 'object' && build !== null ? (build as Record<string, unknown>) : {};
  const isOff = (option: unknown): boolean => option === 'never' || flagOf(option) === false;
  const reasons = [
    ...(isExpired ? ['Its expiry date has passed.'] : []),
    ...(isUnreadable ? ['Its expiry date cannot be read.'] : []),
    ...(fields.flag(HIDING_KEYS.headless) === true ? ['It is headless.'] : []),
    ...(isOff(render) || render === 'link' ? ['Its site does not render it ("build.render").'] : []),
    ...(isOff(list) ? ['Its site does not list it ("build.list").'] : []),
    ...(fields.flag(HIDING_KEYS.unlisted) === true ? ['It is unlisted.'] : []),
  ];
  const notes =
    expires && !isExpired
      ? [`It expires on ${expires.toISOString().slice(0, 10)}, which does not happen here. Unpublish it then.`]
      : [];
  return { reasons, notes };
}
