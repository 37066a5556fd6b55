import {
  type ActionOutcome,
  type AdminStepButton,
  type AreaRequest,
  formError,
  pagePart,
  type SubmittedForm,
  stepsForm,
} from '../../../../admin.js';
import { HostError, type PluginContext } from '../../../../index.js';
import { idOf } from '../../../../pages.js';
import type { Strings } from '../../../../text.js';
import type { AffiliateProgram } from '../../affiliate.js';
import { type Affiliate, nameOf } from '../../affiliates/affiliate.js';
import type { AffiliateChanges } from '../../affiliates/changes.js';
import { assertFieldValues } from '../../affiliates/fields.js';
import { type AffiliateStatus, STATUS_TRANSITIONS } from '../../affiliates/statuses.js';
import { COMMISSIONS_PATH, PERSON_PATH, type ProgramArea } from '../paths.js';
import { badgesOf, personFacts, totalFacts } from './facts.js';
import { personForms } from './forms.js';
import { changedOnly, holdOf, profileOf, profileValues, termsOf } from './submitted.js';

type Parts = Pick<AffiliateProgram, 'affiliates' | 'calendar' | 'totalsOf'>;
type PersonRequest = AreaRequest<'id'>;

/** Registers the page of an affiliate: all facts and the available actions. */
export function registerPersonPage(area: ProgramArea, users: PluginContext['users'], parts: Parts): void {
  const { affiliates, calendar, totalsOf } = parts;

  async function personOf({ params, texts }: PersonRequest): Promise<Affiliate> {
    const id = idOf(params.id);
    const found = id === null ? null : await affiliates.find(id);
    if (found) return found;
    throw new HostError('vendor_affiliate_affiliate_not_found', texts.text('error-affiliate_not_found'), {
      status: 404,
    });
  }

  async function load(request: PersonRequest) {
    const { texts } = request;
    const { text } = texts;
    const affiliate = await personOf(request);
    const { id, userId, code, status, currency, parentId } = affiliate;
    const [parent, account, totals, methods] = await Promise.all([
      parentId === 0 ? null : affiliates.find(parentId),
      userId === null ? null : users.get(userId),
      totalsOf([id]),
      affiliates.paymentMethods(),
    ]);
    const { terms, notes, profile } = personForms(request, texts, {
      affiliate,
      parentCode: parent?.code ?? '',
      methods,
      calendar,
    });
    const facts = personFacts(affiliate, { parent, account, details: affiliates.details }, request, texts);
    const commissions = request.link(COMMISSIONS_PATH, { affiliate: code });
    return {
      title: nameOf(affiliate),
      badges: badgesOf(affiliate, texts),
      steps: stepsForm(request, {
        label: text('people.steps'),
        action: 'status',
        buttons: STATUS_TRANSITIONS[status].map((to) => stepTo(status, to, texts)),
      }),
      sections: [
        pagePart({
          title: text('people.so-far'),
          facts: totalFacts(totals.get(id), currency, texts),
          links: [{ label: text('people.their-commissions'), link: commissions }],
        }),
        pagePart({ title: text('people.about'), facts }),
      ],
      forms: [terms, notes],
      longForms: [profile],
      isSplit: true,
    };
  }

  /** Saves the changed fields, unless the affiliate was changed concurrently. */
  async function save(request: PersonRequest, form: SubmittedForm, changes: (before: Affiliate) => AffiliateChanges) {
    const { texts } = request;
    const before = await personOf(request);
    const sent = changes(before);
    assertFieldValues(sent, texts);
    if (Object.keys(sent).length === 0) return { notice: texts.text('admin.nothing-changed') };
    await affiliates.update(before.id, sent, { version: idOf(form.text('version')) ?? 0 });
    return { notice: texts.text('people.saved', { name: nameOf(before) }) };
  }

  async function setStatus(request: PersonRequest, form: SubmittedForm): Promise<ActionOutcome> {
    const { texts } = request;
    const before = await personOf(request);
    const status = STATUS_TRANSITIONS[before.status].find((each) => each === form.text('step'));
    if (status === undefined) {
      // Another user has just set the same status.
      const isDone = form.text('step') === before.status;
      if (isDone) return { notice: { kind: 'info', text: request.strings.text('admin.bulk-same', { count: 1 }) } };
      throw formError({}, texts.text('error-invalid_transition'));
    }
    await affiliates.setStatus(before.id, status);
    return { notice: texts.text(`people.now-${status}`, { name: nameOf(before) }) };
  }

  /** Resolves the code of the recruiting affiliate. */
  async function parentOf(form: SubmittedForm, texts: Strings): Promise<number | null> {
    const code = form.text('parent_id').trim();
    if (code === '') return null;
    const parent = await affiliates.byCode(code);
    if (parent) return parent.id;
    throw formError({ parent_id: texts.text('admin.no-code', { code }) }, texts.text('error-invalid_param'));
  }

  area.page({
    path: PERSON_PATH,
    title: 'people.person',
    load,
    actions: {
      status: setStatus,
      async terms(request, form) {
        const { texts } = request;
        const parentId = await parentOf(form, texts);
        return save(request, form, (before) => ({
          ...termsOf(form, before, texts),
          ...holdOf(form, before, calendar, texts),
          ...(parentId !== (before.parentId || null) && { parent_id: parentId }),
        }));
      },
      notes: (request, form) =>
        save(request, form, (before) => changedOnly(notesOf(form, request.texts), { ...before, ...scoreOf(before) })),
      profile: (request, form) =>
        save(request, form, (before) =>
          changedOnly(
            { ...profileOf(form), code: form.text('code').trim().toLowerCase() },
            { ...profileValues(before), code: before.code },
          ),
        ),
    },
  });
}

function scoreOf({ fraudScore }: Affiliate) {
  return { fraud_score: fraudScore };
}

function notesOf(form: SubmittedForm, { text }: Strings): AffiliateChanges {
  const score = form.text('fraud_score').trim();
  if (!/^\d{1,3}$/.test(score))
    throw formError({ fraud_score: text('param-fraud_score') }, text('error-invalid_param'));
  return {
    notes: form.text('notes').replaceAll('\r\n', '\n').trim(),
    flags: [
      ...new Set(
        form
          .text('flags')
          .split(/[\s,]+/)
          .filter((flag) => flag !== ''),
      ),
    ],
    fraud_score: Number(score),
  };
}

/** Builds the button that changes one status to another. */
function stepTo(from: AffiliateStatus, to: AffiliateStatus, { text }: Strings): AdminStepButton {
  if (to === 'rejected') return { value: to, label: text('people.reject'), kind: 'warn' };
  if (to === 'active') {
    return { value: to, label: text(from === 'inactive' ? 'people.resume' : 'people.approve'), kind: 'main' };
  }
  return { value: to, label: text(to === 'inactive' ? 'people.stop' : 'people.wait'), kind: 'quiet' };
}
