import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Minified, which browsers compile in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Success criteria of WCAG 2.0 to 2.2, levels A and AA, that axe can check. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Rules of axe that depend on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns rule, element and reason of each violation on the page. @param except selector of foreign parts */
export function violationsOf(page: Page, except?: string): Promise<string[]> {
  return examine(page, { runOnly: { type: 'tag', values: LEVELS } }, { except });
}

/** Does the same for parts of a frame. @param without rules of axe to skip */
export function violationsIn(frame: Frame, include: readonly string[], without: readonly string[]): Promise<string[]> {
  return examine(frame, { rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])) }, { include });
}

/** Soak tests measure contrast at every width, which finds little more than at the first. */
const FULL = Boolean(process.env.MORTISE_FULL);

/** Checks the page at these widths, and its colors light and dark. `also` may add checks for each. */
export async function expectAccessible(
  page: Page,
  widths: readonly number[],
  also: (place: string) => Promise<void> = async () => undefined,
  except?: string,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  for (const [index, width] of widths.entries()) {
    const isColored = index === 0 || FULL;
    await page.setViewportSize({ width, height: 900 });
    const without = isColored ? [] : COLOR_RULES;
    const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
    const violations = await examine(page, { runOnly: { type: 'tag', values: LEVELS }, rules }, { except });
    expect([`light, ${width}`, violations]).toEqual([`light, ${width}`, []]);
    await also(`light, ${width}`);
    if (!isColored) continue;
    // Dark mode changes only colors.
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await examine(page, { runOnly: { type: 'rule', values: COLOR_RULES } }, { except });
    expect([`dark, ${width}`, dark]).toEqual([`dark, ${width}`, []]);
    await also(`dark, ${width}`);
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

/** @param include selectors of the parts to examine; default: the whole document */
async function examine(
  frame: Frame | Page,
  options: RunOptions,
  { include, except }: { include?: readonly string[]; except?: string | undefined },
): Promise<string[]> {
  // Half a megabyte of script, so load it once per document.
  if (!(await frame.evaluate('"axe" in globalThis'))) await frame.evaluate(AXE);
  const context = { include: include ?? ['html'], exclude: except === undefined ? [] : [except] };
  // Waits for color transitions, whose intermediate colors belong to no scheme. Style sheets are not preloaded: no rule
  // of ours needs it, and our CSP forbids it in a shadow root.
  const all = { ...options, resultTypes: ['violations'], preload: false, iframes: false };
  const violations = await frame.evaluate<Result[]>(
    `Promise.allSettled(document.getAnimations().filter((each) => each instanceof CSSTransition).map(({ finished }) => finished))
      .then(() => axe.run(${JSON.stringify(context)}, ${JSON.stringify(all)}))
      .then(({ violations }) => violations)`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
