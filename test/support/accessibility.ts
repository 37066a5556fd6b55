import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result, RunOptions } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { colorSamples } from './color-samples.js';

/** Minified, half the size of what the package exports as its source. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Success criteria of WCAG 2.0 to 2.2, levels A and AA, that axe can check. */
const LEVELS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

/** Rules of axe that depend on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Soak tests measure the contrast of every text. The others measure each combination of colors once. */
const FULL = Boolean(process.env.MORTISE_FULL);

/** Returns rule, element and reason of each violation on the page. @param except selector of foreign parts */
export function violationsOf(page: Page, except?: string): Promise<string[]> {
  return examine(page, { runOnly: { type: 'tag', values: LEVELS } }, { except });
}

/** Does the same for parts of a frame. @param without rules of axe to skip */
export function violationsIn(frame: Frame, include: readonly string[], without: readonly string[]): Promise<string[]> {
  return examine(frame, { rules: disabled(without) }, { include });
}

/** Checks the page at these widths, light and dark. `also` may add checks for each. */
export async function expectAccessible(
  page: Page,
  widths: readonly number[],
  also: (place: string) => Promise<void> = async () => undefined,
  except?: string,
): Promise<void> {
  const structure: RunOptions = { runOnly: { type: 'tag', values: LEVELS }, rules: disabled(COLOR_RULES) };
  const colors: RunOptions = { runOnly: { type: 'rule', values: COLOR_RULES } };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      const place = `${colorScheme}, ${width}`;
      await page.emulateMedia({ colorScheme });
      // Dark mode changes only colors.
      const found = colorScheme === 'light' ? await examine(page, structure, { except }) : [];
      found.push(...(await examine(page, colors, { except, isSampled: !FULL })));
      expect([place, found]).toEqual([place, []]);
      await also(place);
    }
  }
}

const disabled = (rules: readonly string[]): RunOptions['rules'] =>
  Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));

interface Scope {
  /** Selectors of the parts to examine. Default: the whole document. */
  readonly include?: readonly string[];
  /** Selector of foreign parts. */
  readonly except?: string | undefined;
  /** Whether to examine only texts in colors that were not examined on this page. */
  readonly isSampled?: boolean;
}

async function examine(
  frame: Frame | Page,
  options: RunOptions,
  { include = ['html'], except, isSampled = false }: Scope,
): Promise<string[]> {
  // Half a megabyte of script, so load it once per document.
  if (!(await frame.evaluate('"axe" in globalThis'))) await frame.evaluate(AXE);
  // Style sheets are not preloaded: no rule of ours needs it, and our CSP forbids it in a shadow root.
  const all = { ...options, resultTypes: ['violations'], preload: false, iframes: false };
  const exclude = except === undefined ? [] : [except];
  // Waits for color transitions, whose intermediate colors belong to no scheme. The end of one may start another: a
  // text that inherits a color with a transition, and has one itself, follows its parent.
  const violations = await frame.evaluate<Result[]>(
    `(async () => {
      const transitions = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
      for (let running = transitions(); running.length > 0; running = transitions()) {
        await Promise.allSettled(running.map(({ finished }) => finished));
      }
      const include = ${isSampled ? `(${colorSamples})()` : JSON.stringify(include)};
      if (include.length === 0) return [];
      const { violations } = await axe.run({ include, exclude: ${JSON.stringify(exclude)} }, ${JSON.stringify(all)});
      return violations;
    })()`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`));
}
