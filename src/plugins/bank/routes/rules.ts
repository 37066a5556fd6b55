import { listSchema, type OwnedRest } from '../../../rest.js';
import { ruleNotFound } from '../matching/errors.js';
import type { ChosenRule, RuleChoice } from '../matching/rule-choice.js';
import { MATCH_RULES } from '../matching/rules.js';
import { TRANSACTION_STATUSES } from '../transactions/states.js';
import { MANAGE, NAMESPACE, PAGE_ARGS, pageOf } from './arguments.js';

const text = { type: 'string', required: true } as const;

const TAGS = ['Matching rules'];

const NAME_ARG = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,31}$' } as const;
const CHOICE_ARGS = {
  enabled: { type: 'boolean', description: 'Whether the rule is enabled.' },
  position: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    description: 'Rules with smaller numbers run first. Default numbers have gaps.',
  },
} as const;

const RULE = {
  type: 'object',
  title: 'BankRule',
  properties: {
    name: text,
    enabled: { type: 'boolean', required: true },
    position: { type: 'integer', required: true },
    direction: { type: 'string', enum: ['credit', 'debit'], required: true },
    outcome: { type: 'string', enum: TRANSACTION_STATUSES, required: true },
    score: { type: 'integer', description: 'Confidence from 0 to 100.', required: true },
    needs: { ...text, description: 'Evidence it needs.' },
  },
} as const;

/**
 * Registers the routes that enable and order matching rules. The rules themselves are code, and a filter adds others.
 */
export function registerRuleRoutes(rest: OwnedRest, rules: RuleChoice): void {
  async function find(name: string): Promise<object> {
    const rule = (await rules.list()).find((one) => one.name === name);
    if (!rule) throw ruleNotFound(name);
    return ruleRecord(rule);
  }

  rest.group(NAMESPACE, { path: '/rules', tags: TAGS, permission: MANAGE }, (endpoint) => {
    endpoint({
      method: 'GET',
      summary: 'List matching rules',
      description: 'In order of execution: the first match wins.',
      operationId: 'listBankRules',
      args: PAGE_ARGS,
      returns: listSchema(RULE),
      async handler({ args }) {
        return pageOf((await rules.list()).map(ruleRecord), args);
      },
    });
    endpoint({
      method: 'POST',
      summary: 'Configure a rule',
      description: 'Same as `PUT /rules/{name}`, with the name in the body.',
      operationId: 'chooseBankRule',
      strictBody: true,
      args: { name: { type: 'string', enum: MATCH_RULES.map(({ name }) => name), required: true }, ...CHOICE_ARGS },
      returns: RULE,
      async handler({ args: { name, enabled: isEnabled, position } }) {
        await rules.set(name, { isEnabled, position });
        return find(name);
      },
    });
  });

  rest.group(
    NAMESPACE,
    { path: '/rules/{name}', tags: TAGS, permission: MANAGE, args: { name: NAME_ARG } },
    (endpoint) => {
      endpoint({
        method: 'GET',
        summary: 'Read a matching rule',
        operationId: 'getBankRule',
        returns: RULE,
        handler: ({ args }) => find(args.name),
      });
      endpoint({
        method: 'PUT',
        summary: 'Enable, disable or reorder a rule',
        description: 'Absent fields stay unchanged. Applies to future matching.',
        operationId: 'updateBankRule',
        strictBody: true,
        args: CHOICE_ARGS,
        returns: RULE,
        async handler({ args: { name, enabled: isEnabled, position } }) {
          await find(name);
          await rules.set(name, { isEnabled, position });
          return find(name);
        },
      });
      endpoint({
        method: 'DELETE',
        summary: 'Reset a rule to its defaults',
        operationId: 'resetBankRule',
        returns: RULE,
        async handler({ args: { name } }) {
          await find(name);
          await rules.reset(name);
          return find(name);
        },
      });
    },
  );
}

function ruleRecord({ name, isEnabled, position, direction, outcome, score, needs }: ChosenRule): object {
  return { name, enabled: isEnabled, position, direction, outcome, score, needs };
}
