import {
  type ActionOutcome,
  type AreaRequest,
  adminForm,
  factsOf,
  formError,
  pagePart,
  stepsForm,
} from '../../../../admin.js';
import { HostError } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import type { Bank } from '../../bank.js';
import { dayText } from '../../labels.js';
import { isSourceKind } from '../../sources/kinds.js';
import type { SiteSource } from '../../sources/site-source.js';
import { type BankArea, SOURCE_PATH, SOURCES_PATH } from '../paths.js';
import { sourceFields, submittedSource } from './form.js';
import { badgesOf, kindText } from './labels.js';

type SourceRequest = AreaRequest<'id'>;

/** Registers the page of a source with its status, test and settings. */
export function registerSourcePage(area: BankArea, { sources }: Pick<Bank, 'sources'>): void {
  async function sourceOf({ params, texts }: SourceRequest): Promise<SiteSource> {
    const id = idOf(params.id);
    const source = (await sources.list()).find((each) => each.id === id);
    if (source) return source;
    throw new HostError('vendor_bank_not_found', texts.text('error-not_found'), { status: 404 });
  }

  /** Tests the source and reports the result. */
  async function test({ id }: SiteSource): Promise<ActionOutcome> {
    const { text, locale } = area.texts();
    try {
      const { file, found } = await sources.test(id);
      if (file === null || !found) return { notice: { kind: 'info', text: text('sources.test-empty') } };
      const { count, from, to } = found;
      if (count === 0) return { notice: { kind: 'info', text: text('sources.test-no-entries') } };
      return { notice: text('sources.test-ok', { count, from: dayText(from, locale), to: dayText(to, locale) }) };
    } catch (error) {
      if (!(error instanceof HostError) || !error.code.startsWith('vendor_bank_')) throw error;
      return { notice: { kind: 'error', text: text('sources.test-failed', { reason: error.message }) } };
    }
  }

  area.page({
    path: SOURCE_PATH,
    title: 'runs.source',
    async load(request) {
      const { texts } = request;
      const { text, dateTime } = texts;
      const source = await sourceOf(request);
      const { name, kind, settings, isEnabled, isManaged, secretNames, lastStartedAt } = source;
      const buttons = [
        ...(kind === 'upload' ? [] : [{ value: 'test', label: text('sources.test'), kind: 'main' as const }]),
        ...(isManaged ? [{ value: 'delete', label: text('sources.delete'), kind: 'warn' as const }] : []),
      ];
      return {
        title: name,
        badges: badgesOf(source, texts),
        notices: isManaged ? [] : [{ kind: 'info', text: text('sources.in-code') }],
        steps: stepsForm(request, { label: text('transactions.steps'), action: 'step', buttons }),
        isSplit: true,
        sections: [
          pagePart({
            facts: factsOf([
              [text('sources.kind'), kindText(kind, texts)],
              [text('sources.asked'), lastStartedAt ? dateTime(lastStartedAt) : text('sources.never')],
              [text('sources.error'), source.lastError],
              [text('sources.cursor'), source.cursor],
              [text('sources.secrets'), secretNames.join(', ')],
            ]),
          }),
        ],
        forms: isSourceKind(kind)
          ? [
              adminForm(request, {
                action: 'save',
                title: text('receivables.change'),
                fields: sourceFields(kind, { settings, isEnabled, hasSecrets: secretNames.length > 0 }, texts),
              }),
            ]
          : [],
      };
    },
    actions: {
      async save(request, form) {
        const { texts } = request;
        const { id, kind, name } = await sourceOf(request);
        if (!isSourceKind(kind)) throw formError({}, texts.text('sources.in-code'));
        await sources.change(id, submittedSource(form, kind));
        return { notice: texts.text('receivables.saved', { reference: name }) };
      },
      async step(request, form) {
        const { texts } = request;
        const source = await sourceOf(request);
        if (form.text('step') === 'test') return test(source);
        if (form.text('step') !== 'delete') throw formError({}, request.strings.text('admin.no-action'));
        await sources.delete(source.id);
        return { to: SOURCES_PATH, notice: texts.text('sources.deleted', { name: source.name }) };
      },
    },
  });
}
