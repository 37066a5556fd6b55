import { adminForm } from '../../form.js';
import type { CoreArea } from '../core-pages.js';
import { endpointOf, PATH, page, tabsOfOne, type WebhookPagesParts } from './parts.js';
import { webhookFields, webhookOf, withFieldErrors } from './webhook-form.js';
import { isEncrypted } from './webhook-list.js';

/** Registers the page of one webhook: form, test, secret rotation and the confirmation of deletion. */
export function registerWebhookPage(area: CoreArea, parts: WebhookPagesParts): void {
  const { webhooks, management, tickets } = parts;

  area.page({
    template: 'core/admin/tabbed',
    path: `${PATH}/{webhook}`,
    title: 'webhooks.single',
    async load(request) {
      const endpoint = await endpointOf(parts, request);
      const { text } = request.strings;
      return page(request, {
        ...tabsOfOne(request, endpoint, 'settings'),
        forms: [
          adminForm(request, { action: 'save', fields: webhookFields(parts, request, endpoint) }),
          adminForm(request, {
            action: 'test',
            title: text('webhooks.test'),
            description: text('webhooks.test-text'),
            fields: [],
            submit: text('webhooks.test'),
          }),
          adminForm(request, {
            action: 'rotate',
            title: text('webhooks.rotate'),
            description: text('webhooks.rotate-text'),
            fields: [tickets.field()],
            submit: text('webhooks.rotate'),
          }),
        ],
        links: [
          { label: text('webhooks.delete-link'), link: request.link(`${PATH}/${endpoint.id}/delete`), danger: true },
        ],
      });
    },
    heading: (_data, { strings, params }) => ({ title: `${strings.text('webhooks.single')} ${params.webhook}` }),
    actions: {
      async save(request, form) {
        const { id } = await endpointOf(parts, request);
        const { url } = await withFieldErrors(request, () => management.update(request, id, webhookOf(form)));
        const { text } = request.strings;
        return isEncrypted(url)
          ? { notice: text('webhooks.saved') }
          : { notice: { kind: 'warning', text: text('webhooks.unencrypted-text') } };
      },
      async test(request) {
        const { id } = await endpointOf(parts, request);
        const { text } = request.strings;
        const delivery = await webhooks.deliveries.get(await webhooks.test(id));
        const hasArrived = delivery?.status === 'delivered';
        return {
          to: `${PATH}/${id}/messages/${delivery?.id}`,
          notice: hasArrived
            ? { kind: 'success', text: text('webhooks.tested') }
            : { kind: 'error', text: text('webhooks.test-failed') },
        };
      },
      async rotate(request, form) {
        const { id } = await endpointOf(parts, request);
        const { text } = request.strings;
        const { secret } = await tickets.once(request, form, () => management.rotateSecret(request, id));
        return { secret: { title: text('webhooks.rotated'), label: text('webhooks.secret'), value: secret } };
      },
    },
  });

  area.page({
    template: 'core/admin/tabbed',
    path: `${PATH}/{webhook}/delete`,
    title: 'webhooks.delete-link',
    async load(request) {
      const { id, url } = await endpointOf(parts, request);
      const { text } = request.strings;
      return page(request, {
        forms: [
          adminForm(request, {
            action: 'delete',
            description: text('webhooks.delete-question', { address: url }),
            fields: [],
            submit: text('webhooks.delete'),
            danger: true,
            cancel: { label: text('admin.cancel'), link: request.link(`${PATH}/${id}`) },
          }),
        ],
      });
    },
    actions: {
      async delete(request) {
        const { id } = await endpointOf(parts, request);
        await management.delete(request, id);
        return { to: PATH, notice: request.strings.text('webhooks.deleted') };
      },
    },
  });
}
