import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

type RunOnly = NonNullable<Parameters<AxeBuilder['options']>[0]['runOnly']>;

/** The success criteria of WCAG 2.0 to 2.2, levels A and AA, as far as axe can tell. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What colours decide, by name of axe's rules. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Rule, element and reason of each violation on the page as it stands. @param except selects what is not ours */
export function violationsOf(page: Page, except?: string): Promise<string[]> {
  return examine(page, { type: 'tag', values: LEVELS }, except);
}

/** Examines the page at these widths, light and dark; `also` may look at each of them as well. */
export async function expectAccessible(
  page: Page,
  widths: readonly number[],
  also: (place: string) => Promise<void> = async () => undefined,
  except?: string,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
    expect([`light, ${width}`, await violationsOf(page, except)]).toEqual([`light, ${width}`, []]);
    await also(`light, ${width}`);
    // In the dark nothing is different but the colours.
    await page.emulateMedia({ colorScheme: 'dark' });
    const violations = await examine(page, { type: 'rule', values: COLOUR_RULES }, except);
    expect([`dark, ${width}`, violations]).toEqual([`dark, ${width}`, []]);
    await also(`dark, ${width}`);
  }
}

async function examine(page: Page, runOnly: RunOnly, except?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  if (except !== undefined) builder.exclude(except);
  const { violations } = await builder
    // Without style sheets read ahead, which no rule of ours needs: in a shadow root, reading them is against our policy.
    .options({ runOnly, resultTypes: ['violations'], preload: false })
    // Our pages have no frames, and the way through them is the slow one.
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
