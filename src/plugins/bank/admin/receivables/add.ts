import { adminForm } from '../../../../admin.js';
import type { PluginContext } from '../../../../index.js';
import type { Bank } from '../../bank.js';
import { refuseForm } from '../../labels.js';
import { adminTexts, BANK_PAGE, pageOf, titleOf } from '../frame.js';
import { NEW_RECEIVABLE_PATH, RECEIVABLES_PATH, receivablePath } from '../paths.js';
import { receivableFields, submittedReceivable } from './form.js';

/** Registers the page for adding a receivable. */
export function registerNewReceivable(
  { admin, site }: Pick<PluginContext, 'admin' | 'site'>,
  { receivables }: Pick<Bank, 'receivables'>,
): void {
  admin.page({
    ...BANK_PAGE,
    path: NEW_RECEIVABLE_PATH,
    title: titleOf(site, 'receivables.add'),
    parent: RECEIVABLES_PATH,
    load(request) {
      const texts = adminTexts(site);
      const form = adminForm(request, {
        action: 'create',
        fields: receivableFields(null, texts),
        submit: texts.text('receivables.create'),
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(RECEIVABLES_PATH) },
      });
      return pageOf(request, texts, RECEIVABLES_PATH, { forms: [form] });
    },
    heading: () => ({ lead: adminTexts(site).text('receivables.add-lead') }),
    actions: {
      async create(_request, form) {
        const texts = adminTexts(site);
        try {
          const { id, reference } = await receivables.create(submittedReceivable(form, texts));
          return { to: receivablePath(id), notice: texts.text('receivables.created', { reference }) };
        } catch (error) {
          return refuseForm(error, texts);
        }
      },
    },
  });
}
