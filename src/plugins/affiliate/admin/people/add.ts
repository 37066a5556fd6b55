import { adminForm } from '../../../../admin.js';
import type { AffiliateProgram } from '../../affiliate.js';
import { nameOf } from '../../affiliates/affiliate.js';
import { assertFieldValues } from '../../affiliates/fields.js';
import { NEW_PERSON_PATH, PEOPLE_PATH, type ProgramArea, personPath } from '../paths.js';
import { profileFields } from './forms.js';
import { profileOf } from './submitted.js';

/** Statuses that a new affiliate can start with. */
const FIRST_STATES = ['active', 'pending'] as const;

/** Registers the page that adds an affiliate. */
export function registerNewPerson(area: ProgramArea, { affiliates }: Pick<AffiliateProgram, 'affiliates'>): void {
  area.page({
    path: NEW_PERSON_PATH,
    title: 'people.add',
    lead: 'people.add-lead',
    async load(request) {
      const { texts } = request;
      const { text } = texts;
      const form = adminForm(request, {
        action: 'create',
        fields: [
          ...profileFields(texts, await affiliates.paymentMethods(), null),
          {
            kind: 'text',
            name: 'code',
            label: text('people.code'),
            hint: text('people.code-hint'),
            autocomplete: 'off',
            maxLength: 32,
          },
          {
            kind: 'select',
            name: 'status',
            label: text('people.status'),
            hint: text('people.first-status-hint'),
            required: true,
            value: 'active',
            options: FIRST_STATES.map((value) => ({ value, label: text(`status.${value}`) })),
          },
        ],
        submit: text('people.create'),
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(PEOPLE_PATH) },
      });
      return { forms: [form] };
    },
    actions: {
      async create({ texts }, form) {
        const code = form.text('code').trim().toLowerCase();
        const status = FIRST_STATES.find((each) => each === form.text('status')) ?? 'pending';
        const fields = { ...profileOf(form), ...(code !== '' && { code }) };
        assertFieldValues({ email: '', ...fields }, texts);
        const created = await affiliates.create({ email: '', ...fields, status });
        const notice = texts.text('people.created', { name: nameOf(created), code: created.code });
        return { to: personPath(created.id), notice };
      },
    },
  });
}
