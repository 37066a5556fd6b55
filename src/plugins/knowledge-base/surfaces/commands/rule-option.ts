import type { CommandOption } from '../../../../operations.js';
import { createValidators } from '../../../../rest.js';
import { ACCESS_MODES, type AccessRuleInput } from '../../domain/access/rule.js';
import { invalidParam } from '../../domain/errors.js';
import { ACCESS_RULE_ARG } from '../routes/access-rule.js';
import { readSource } from './article-input.js';

/** Access rule options. Pass a password in a file: other users of the machine can see arguments. */
export const RULE_OPTIONS: readonly CommandOption[] = [
  {
    flags: '--rule <rule>',
    description: 'access rule: public, logged_in, nobody, inherit, or JSON in the format of access_rule',
  },
  { flags: '--rule-file <file>', description: 'file with this JSON; "-": standard input' },
];

/** Modes that need no further values. */
const WORDS: readonly string[] = [...ACCESS_MODES, 'inherit'];

/** Reads the access rule. @throws HostError 400 `vendor_kb_invalid_param`, `cli_file_unreadable` */
export async function readRule(options: Readonly<Record<string, unknown>>): Promise<AccessRuleInput | undefined> {
  const { rule, ruleFile } = options;
  const text = ruleFile === undefined ? rule : await readSource(String(ruleFile));
  if (text === undefined) return undefined;
  const value = parse(String(text).trim());
  const [wrong] = Object.values(createValidators()({ access_rule: ACCESS_RULE_ARG })({ access_rule: value }));
  if (wrong) throw invalidParam('access_rule', wrong.message);
  return value as AccessRuleInput;
}

function parse(text: string): unknown {
  if (WORDS.includes(text)) return { mode: text };
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParam(
      'access_rule',
      `--rule must be one of ${WORDS.join(', ')}, or JSON such as {"mode":"roles","roles":["editor"]}, not "${text}".`,
    );
  }
}
