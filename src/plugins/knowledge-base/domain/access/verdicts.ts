import type { RuleBook, Verdicts } from './decide.js';
import { judge, type KbViewer } from './viewer.js';

/** Evaluates all rules for one viewer. There are few, and a request asks about many articles. */
export async function verdictsOf({ rules }: Pick<RuleBook, 'rules'>, viewer: KbViewer): Promise<Verdicts> {
  const { user } = viewer;
  const userId = user?.id ?? null;
  if (await viewer.can('manage_kb_access')) return { passesAll: true, userId, byRule: new Map() };
  const verdicts = [...rules.values()].map(async (rule) => [rule.id, await judge(rule, viewer)] as const);
  return { passesAll: false, userId, byRule: new Map(await Promise.all(verdicts)) };
}
