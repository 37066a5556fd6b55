import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The success criteria of WCAG 2.0 to 2.2, levels A and AA, as far as axe can tell. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Rule, element and reason of each violation on the page as it stands. */
export async function violationsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: { type: 'tag', values: LEVELS }, resultTypes: ['violations'] })
    // Our pages have no frames, and the way through them is the slow one.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
