import axe, { type Result, type RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The success criteria of WCAG 2.0 to 2.2, levels A and AA, as far as axe can tell. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** What colours decide, by name of axe's rules. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Rule, element and reason of each violation on the page as it stands. @param except selects what is not ours */
export function violationsOf(page: Page, except?: string): Promise<string[]> {
  return examine(page, { runOnly: { type: 'tag', values: LEVELS } }, { except });
}

/** The same for parts of a frame. @param without rules of axe that are not applied */
export function violationsIn(frame: Frame, include: readonly string[], without: readonly string[]): Promise<string[]> {
  return examine(frame, { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) }, { include });
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
    const violations = await examine(page, { runOnly: { type: 'rule', values: COLOUR_RULES } }, { except });
    expect([`dark, ${width}`, violations]).toEqual([`dark, ${width}`, []]);
    await also(`dark, ${width}`);
  }
}

/** @param include selectors of the parts to examine; default: all of the document */
async function examine(
  frame: Frame | Page,
  options: RunOptions,
  { include, except }: { include?: readonly string[]; except?: string | undefined },
): Promise<string[]> {
  // Half a megabyte of script: once per document.
  if (!(await frame.evaluate('"axe" in globalThis'))) await frame.evaluate(axe.source);
  const context = { include: include ?? ['html'], exclude: except === undefined ? [] : [except] };
  // Colours that are still changing are those of no scheme. Style sheets are not read ahead: no rule of ours needs it, and in a shadow root it is against our policy.
  const all = { ...options, resultTypes: ['violations'], preload: false, iframes: false };
  const violations = await frame.evaluate<Result[]>(
    `Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished))
      .then(() => axe.run(${JSON.stringify(context)}, ${JSON.stringify(all)}))
      .then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
