import { adminForm } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import type { AffiliateProgram } from '../../affiliate.js';
import { nameOf } from '../../affiliates/affiliate.js';
import { assertFieldValues } from '../../affiliates/fields.js';
import { affiliateTexts } from '../../catalogues.js';
import { refuseForm } from '../../labels.js';
import { pageOf, titleOf } from '../frame.js';
import { NEW_PERSON_PATH, PEOPLE_PATH, personPath } from '../paths.js';
import { profileFields } from './forms.js';
import { profileOf } from './submitted.js';

/** Statuses that a new affiliate can start with. */
const FIRST_STATES = ['active', 'pending'] as const;

/** Registers the page that adds an affiliate. */
export function registerNewPerson(
  { admin, site }: Pick<PluginContext, 'admin' | 'site'>,
  { affiliates }: Pick<AffiliateProgram, 'affiliates'>,
): void {
  admin.page({
    path: NEW_PERSON_PATH,
    title: titleOf(site, 'people.add'),
    capability: 'manage_options',
    parent: PEOPLE_PATH,
    template: 'core/admin/detail',
    stylesheets: ['affiliate/admin.css'],
    async load(request) {
      const texts = affiliateTexts(site);
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
      return pageOf(request, texts, PEOPLE_PATH, { forms: [form] });
    },
    heading: () => ({ lead: affiliateTexts(site).text('people.add-lead') }),
    actions: {
      async create(_request, form) {
        const texts = affiliateTexts(site);
        const code = form.text('code').trim().toLowerCase();
        const status = FIRST_STATES.find((each) => each === form.text('status')) ?? 'pending';
        const fields = { ...profileOf(form), ...(code !== '' && { code }) };
        try {
          assertFieldValues({ email: '', ...fields }, texts);
          const created = await affiliates.create({ email: '', ...fields, status });
          const notice = texts.text('people.created', { name: nameOf(created), code: created.code });
          return { to: personPath(created.id), notice };
        } catch (error) {
          return refuseForm(error, texts);
        }
      },
    },
  });
}
