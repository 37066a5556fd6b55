import type { Access } from '../../../access/capabilities.js';
import type { Users } from '../../../identity/users.js';
import { GRANT_TYPES } from '../../../oauth/client-fields.js';
import type { NewOAuthClient, OAuthClient } from '../../../oauth/clients.js';
import type { AdminRequest } from '../../admin-page.js';
import type { FieldDefinition } from '../../form-field.js';
import { formError, type SubmittedForm } from '../../submitted-form.js';
import { scopeOptions, wordsOf } from './limit-fields.js';

type ClientParts = { readonly access: Pick<Access, 'scopes'>; readonly users: Users };

/**
 * Form fields for the name and permissions of a client.
 * @param client null for a new one
 */
export async function clientFields(
  { access, users }: ClientParts,
  request: AdminRequest,
  client: OAuthClient | null,
): Promise<FieldDefinition[]> {
  const { text } = request.strings;
  const user = client?.userId ? await users.get(client.userId) : null;
  return [
    {
      kind: 'text',
      name: 'name',
      label: text('credentials.name'),
      hint: text('clients.name-hint'),
      value: client?.name ?? '',
      required: true,
      autocomplete: 'off',
      maxLength: 190,
    },
    ...(client === null
      ? [
          {
            kind: 'checkbox' as const,
            name: 'public',
            label: text('clients.is-public'),
            hint: text('clients.public-hint'),
          },
        ]
      : []),
    {
      kind: 'textarea',
      name: 'redirect_uri',
      label: text('clients.redirects'),
      hint: text('clients.redirects-hint'),
      value: client?.redirectUris.join('\n') ?? '',
      rows: 3,
    },
    {
      kind: 'checkboxes',
      name: 'grants',
      label: text('clients.grants'),
      ...(client === null ? { hint: text('clients.grants-hint') } : {}),
      values: client?.grants ?? [],
      options: GRANT_TYPES.map((grant) => ({ value: grant, label: text(`clients.${grant}`), hint: grant })),
    },
    {
      kind: 'text',
      name: 'user',
      label: text('api-keys.user'),
      hint: text('clients.user-hint'),
      value: user?.login ?? '',
      autocomplete: 'off',
    },
    {
      kind: 'checkboxes',
      name: 'scopes',
      label: text('credentials.scopes'),
      hint: text('clients.scopes-hint'),
      values: client?.scopes ?? [],
      options: await scopeOptions(access, request, { ofViewer: false }),
    },
  ];
}

/** Reads a client from the submitted form. @throws HostError `form_invalid` (422) for an unknown user */
export async function clientOf(
  { users }: ClientParts,
  { strings }: AdminRequest,
  form: SubmittedForm,
): Promise<NewOAuthClient & { readonly redirectUris: readonly string[]; readonly userId: number | null }> {
  const login = form.text('user').trim();
  const user = login === '' ? null : await users.byLogin(login);
  if (login !== '' && !user) throw formError({ user: strings.text('api-keys.no-user') });
  const grants = GRANT_TYPES.filter((grant) => form.list('grants').includes(grant));
  return {
    name: form.text('name'),
    isPublic: form.isChecked('public'),
    redirectUris: wordsOf(form.text('redirect_uri')),
    ...(grants.length === 0 ? {} : { grants }),
    scopes: form.list('scopes'),
    userId: user?.id ?? null,
  };
}
