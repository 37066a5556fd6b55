import {
  type ActionOutcome,
  type AreaRequest,
  formError,
  hiddenFields,
  orderingTexts,
  type SubmittedForm,
  stepsForm,
  withMoved,
} from '../../../../admin.js';
import type { Strings } from '../../../../text.js';
import { BADGE_KINDS, wordText } from '../../labels.js';
import type { ChosenRule, RuleChoice } from '../../matching/rule-choice.js';
import { TRANSACTION_STATUSES } from '../../transactions/states.js';
import { type BankArea, RULES_PATH } from '../paths.js';
import type { RuleItem } from './template-data.js';

/** Registers the page for enabling and ordering matching rules. */
export function registerRules(area: BankArea, rules: RuleChoice): void {
  area.page({
    path: RULES_PATH,
    title: 'admin.rules',
    template: 'bank/admin/rules',
    scripts: ['core/ordering.js'],
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const list = await rules.list();
      const reset = [{ value: 'reset', label: text('rules.reset'), kind: 'quiet' as const }];
      const { link, path } = request;
      return {
        steps: stepsForm(request, { label: text('rules.reset'), action: 'change', buttons: reset }),
        form: { label: text('admin.rules'), action: link(path), hidden: hiddenFields(request, 'change') },
        rules: list.map((rule, index) => itemOf(rule, { index, total: list.length }, texts)),
        texts: orderingTexts(request.strings),
      };
    },
    lead: 'rules.lead',
    actions: { change },
  });

  async function change(request: AreaRequest, form: SubmittedForm): Promise<ActionOutcome> {
    const { texts } = request;
    const { text } = texts;
    const [step = '', name = ''] = form.text('step').split(' ');
    if (step === 'reset') {
      await rules.resetAll();
      return { notice: text('rules.was-reset') };
    }
    const names = (await rules.list()).map((rule) => rule.name);
    const place = names.indexOf(name);
    if (place < 0) throw formError({}, request.strings.text('admin.no-action'));
    const rule = wordText('rule', name, texts);
    if (step === 'on' || step === 'off') {
      await rules.set(name, { isEnabled: step === 'on' });
      return { notice: text(`rules.now-${step}`, { rule }) };
    }
    const order =
      step === 'order' ? form.list('order') : withMoved(names, place, step === 'up' ? place - 1 : place + 1);
    await rules.arrange(order);
    return { notice: text('rules.moved', { rule, place: order.indexOf(name) + 1, total: order.length }) };
  }
}

function itemOf(
  { name, outcome, direction, isEnabled }: ChosenRule,
  { index, total }: { readonly index: number; readonly total: number },
  texts: Strings,
): RuleItem {
  const { text } = texts;
  const label = wordText('rule', name, texts);
  const toggle = isEnabled ? ['off', 'turn-off'] : ['on', 'turn-on'];
  return {
    name,
    label,
    about: text(`rules.about-${name}`),
    badges: [
      ...(isEnabled ? [] : [{ text: text('rules.off'), kind: 'bad' as const }]),
      { text: text(direction === 'credit' ? 'rules.incoming' : 'rules.outgoing'), kind: 'neutral' as const },
      ...TRANSACTION_STATUSES.filter((status) => status === outcome).map((status) => ({
        text: text(`status-${status}`),
        kind: BADGE_KINDS.transaction[status],
      })),
    ],
    isEnabled,
    buttons: [
      ...(index > 0 ? [{ value: `up ${name}`, label: text('rules.up') }] : []),
      ...(index < total - 1 ? [{ value: `down ${name}`, label: text('rules.down') }] : []),
      { value: `${toggle[0]} ${name}`, label: text(`rules.${toggle[1]}`) },
    ],
  };
}
