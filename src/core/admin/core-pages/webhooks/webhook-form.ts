import { HostError } from '../../../errors.js';
import { localText } from '../../../templates/strings.js';
import type { EndpointInput, WebhookEndpoint } from '../../../webhooks/endpoints.js';
import type { AdminRequest } from '../../admin-page.js';
import type { FieldDefinition, FieldOption } from '../../form-field.js';
import { formError, type SubmittedForm } from '../../submitted-form.js';
import type { WebhookPagesParts } from './parts.js';

/**
 * Form fields of a webhook: URL, description, topics and status.
 * @param endpoint null for a new one
 */
export function webhookFields(
  { webhooks }: Pick<WebhookPagesParts, 'webhooks'>,
  request: AdminRequest,
  endpoint: WebhookEndpoint | null,
): FieldDefinition[] {
  const { text } = request.strings;
  return [
    {
      kind: 'url',
      name: 'url',
      label: text('webhooks.address'),
      hint: text('webhooks.address-hint'),
      value: endpoint?.url ?? '',
      required: true,
      autocomplete: 'off',
      maxLength: 2000,
    },
    {
      kind: 'text',
      name: 'description',
      label: text('webhooks.description'),
      hint: text('webhooks.description-hint'),
      value: endpoint?.description ?? '',
      autocomplete: 'off',
      maxLength: 1000,
    },
    {
      kind: 'checkboxes',
      name: 'topics',
      label: text('webhooks.topics'),
      hint: text('webhooks.topics-hint'),
      values: endpoint?.topics ?? [],
      options: topicOptions(webhooks, request, endpoint),
    },
    { kind: 'checkbox', name: 'active', label: text('webhooks.active'), checked: endpoint?.isActive ?? true },
  ];
}

/** Topics grouped by plugin, core first. Selected topics of inactive plugins come last. */
function topicOptions(
  webhooks: WebhookPagesParts['webhooks'],
  { strings }: AdminRequest,
  endpoint: WebhookEndpoint | null,
): FieldOption[] {
  const topics = webhooks.topics();
  const owners = [...new Set(topics.map(({ owner }) => owner))].toSorted(
    (a, b) => Number(b === 'core') - Number(a === 'core') || (a < b ? -1 : 1),
  );
  const definedTopics = owners.flatMap((owner) =>
    topics
      .filter((topic) => topic.owner === owner)
      .map(({ name, title }) => ({
        value: name,
        label: localText(title, strings.locale),
        hint: name,
        group: owner === 'core' ? strings.text('credentials.core') : owner,
      })),
  );
  const inactive = (endpoint?.topics ?? []).filter((name) => !topics.some((topic) => topic.name === name));
  const group = strings.text('webhooks.topics-inactive');
  return [...definedTopics, ...inactive.map((name) => ({ value: name, label: name, group }))];
}

/** Reads a webhook from the submitted form. */
export function webhookOf(form: SubmittedForm): Required<EndpointInput> {
  return {
    url: form.text('url').trim(),
    description: form.text('description').trim().slice(0, 1000),
    topics: form.list('topics'),
    isActive: form.isChecked('active'),
  };
}

/** Assigns webhook errors to their field, with a message in the page's language. */
export async function withFieldErrors<T>({ strings }: AdminRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const fault = error instanceof HostError ? FAULTS[error.code] : undefined;
    if (fault) throw formError({ [fault.field]: strings.text(fault.text) }, strings.text('admin.refused'));
    throw error;
  }
}

const FAULTS: Readonly<Record<string, { readonly field: string; readonly text: string }>> = {
  webhook_url_invalid: { field: 'url', text: 'webhooks.address-invalid' },
  webhook_address_private: { field: 'url', text: 'webhooks.address-private' },
  webhook_topics_missing: { field: 'topics', text: 'webhooks.topics-missing' },
};
