import type { AdminBadge } from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { BADGE_KINDS } from '../../labels.js';
import type { SiteSource } from '../../sources/site-source.js';

/** Returns the label of a source type. Types of plugins are shown by name. */
export function kindText(kind: string, { has, text }: Strings): string {
  return has(`kind-${kind}`) ? text(`kind-${kind}`) : kind;
}

/** Builds the status badges of a source. */
export function badgesOf({ isEnabled, isManaged, lastStatus }: SiteSource, { text }: Strings): AdminBadge[] {
  const status = (['ok', 'failed', 'skipped'] as const).find((each) => each === lastStatus);
  return [
    ...(isManaged && !isEnabled ? [{ text: text('sources.off'), kind: 'neutral' as const }] : []),
    ...(status ? [{ text: text(`source-${status}`), kind: BADGE_KINDS.source[status] }] : []),
  ];
}
