import type { AdminBadge, Strings } from '../../../../index.js';
import type { SiteSource } from '../../sources/site-source.js';
import { BADGE_KINDS } from '../../words.js';

/** A kind of sources in words; those of plugins go by their names. */
export function kindText(kind: string, { has, text }: Strings): string {
  return has(`kind-${kind}`) ? text(`kind-${kind}`) : kind;
}

/** Words of how a source stands. */
export function badgesOf({ isEnabled, isManaged, lastStatus }: SiteSource, { text }: Strings): AdminBadge[] {
  const status = (['ok', 'failed', 'skipped'] as const).find((each) => each === lastStatus);
  return [
    ...(isManaged && !isEnabled ? [{ text: text('sources.off'), kind: 'neutral' as const }] : []),
    ...(status ? [{ text: text(`source-${status}`), kind: BADGE_KINDS.source[status] }] : []),
  ];
}
