import type { User } from 'mortise';
import type { FormFields, TestHost } from 'mortise/testing';
import { formNonceAction } from '../../src/core/admin/form.js';
import { sessionCookieName } from '../../src/core/identity/cookies.js';

/** Submits a form of an admin page with a file, as a browser does. */
export async function sendForm(
  host: TestHost,
  page: string,
  action: string,
  fields: FormFields,
  {
    as,
    file,
  }: {
    readonly as: User;
    readonly file: { readonly name: string; readonly content: string | Uint8Array<ArrayBuffer> };
  },
): Promise<Response> {
  const { token, session } = await host.sessions.create({ userId: as.id });
  const body = new FormData();
  body.set('_action', action);
  body.set('_nonce', host.nonces.create(formNonceAction(page.slice('/admin'.length), action), as.id, session));
  for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
  body.set('file', new Blob([file.content]), file.name);
  const headers = { Cookie: `${sessionCookieName(host.site.secure)}=${token}` };
  return fetch((await host.listen()) + page, { method: 'POST', headers, body, redirect: 'manual' });
}
