import { type OwnedRest, respond } from '../../../index.js';
import { ruleNotFound } from '../matching/errors.js';
import type { ChosenRule, RuleChoice } from '../matching/rule-choice.js';
import { MATCH_RULES } from '../matching/rules/rules.js';
import { TRANSACTION_STATUSES } from '../transactions/states.js';
import { MANAGE, NAMESPACE, PAGE_ARGS, pageOf } from './arguments.js';
import { listOf, text } from './schemas.js';

const TAGS = ['Matching rules'];

const NAME_ARG = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,31}$' } as const;
const CHOICE_ARGS = {
  enabled: { type: 'boolean', description: 'Whether it is asked.' },
  position: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    description: 'Those with smaller numbers are asked first; there is room between those that nobody has moved.',
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
    score: { type: 'integer', description: 'How sure it is, from 0 to 100.', required: true },
    needs: { ...text, description: 'What it goes by.' },
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
      summary: 'List the rules of matching',
      description: 'In the order in which they are asked: the first that knows what to do says it.',
      operationId: 'listBankRules',
      args: PAGE_ARGS,
      returns: listOf(RULE),
      async handler({ args }) {
        const { body, pageInfo } = pageOf((await rules.list()).map(ruleRecord), args);
        return respond(body, { pageInfo });
      },
    });
    endpoint({
      method: 'POST',
      summary: 'Choose about a rule',
      description: 'The same as `PUT /rules/{name}`, for callers who have the name in the body.',
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
        summary: 'Show a rule of matching',
        operationId: 'getBankRule',
        returns: RULE,
        handler: ({ args }) => find(args.name),
      });
      endpoint({
        method: 'PUT',
        summary: 'Use a rule, or not, and say when it is asked',
        description: 'What is not said stays. It holds for what is matched from then on.',
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
        summary: 'Do with a rule as if nobody had chosen anything',
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
