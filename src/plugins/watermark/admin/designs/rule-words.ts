import type { Users } from '../../../../access.js';
import type { Terms } from '../../../../content.js';
import type { Strings } from '../../../../text.js';
import type { DesignRule } from '../../settings/designs.js';
import { TYPE_LABELS } from '../../settings/schema.js';

/** Parts that name what a rule refers to by id. */
export interface RuleParts {
  readonly terms: Pick<Terms, 'get'>;
  readonly users: Pick<Users, 'get'>;
}

/** Returns when a design applies, in words. */
export async function ruleWords(rule: DesignRule, { terms, users }: RuleParts, strings: Strings): Promise<string> {
  const { text, locale } = strings;
  const either = (names: readonly string[]): string =>
    new Intl.ListFormat(locale, { type: 'disjunction' }).format(names);
  const { mime_types: types, categories, uploaders } = rule;
  const conditions: string[] = [];
  if (types) conditions.push(text('designs.if-types', { types: either(types.map((type) => TYPE_LABELS[type])) }));
  conditions.push(...sizeWords('width', rule.min_width, rule.max_width, strings));
  conditions.push(...sizeWords('height', rule.min_height, rule.max_height, strings));
  if (categories) {
    const names = categories.map(async (id) => (await terms.get(id))?.name ?? text('designs.gone-category', { id }));
    conditions.push(text('designs.if-categories', { categories: either(await Promise.all(names)) }));
  }
  if (uploaders) {
    const names = uploaders.map(async (id) => (await users.get(id))?.name ?? text('designs.gone-user', { id }));
    conditions.push(text('designs.if-uploaders', { uploaders: either(await Promise.all(names)) }));
  }
  const all = new Intl.ListFormat(locale, { type: 'conjunction' }).format(conditions);
  return text('designs.applies-if', { conditions: all });
}

function sizeWords(
  side: 'height' | 'width',
  min: number | undefined,
  max: number | undefined,
  { text, number }: Strings,
): string[] {
  if (min !== undefined && max !== undefined) {
    return [text(`designs.if-${side}-between`, { min: number(min), max: number(max) })];
  }
  if (min !== undefined) return [text(`designs.if-${side}-from`, { min: number(min) })];
  return max === undefined ? [] : [text(`designs.if-${side}-to`, { max: number(max) })];
}
