import { adminForm } from '../../../../admin.js';
import type { Bank } from '../../bank.js';
import { type BankArea, NEW_RECEIVABLE_PATH, RECEIVABLES_PATH, receivablePath } from '../paths.js';
import { receivableFields, submittedReceivable } from './form.js';

/** Registers the page for adding a receivable. */
export function registerNewReceivable(area: BankArea, { receivables }: Pick<Bank, 'receivables'>): void {
  area.page({
    path: NEW_RECEIVABLE_PATH,
    title: 'receivables.add',
    load(request) {
      const { texts } = request;
      const form = adminForm(request, {
        action: 'create',
        fields: receivableFields(null, texts),
        submit: texts.text('receivables.create'),
        cancel: { label: request.strings.text('admin.cancel'), link: request.link(RECEIVABLES_PATH) },
      });
      return { forms: [form] };
    },
    lead: 'receivables.add-lead',
    actions: {
      async create({ texts }, form) {
        const { id, reference } = await receivables.create(submittedReceivable(form, texts));
        return { to: receivablePath(id), notice: texts.text('receivables.created', { reference }) };
      },
    },
  });
}
