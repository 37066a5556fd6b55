import { formNonceAction } from '../core/admin/form.js';
import type { Host } from '../core/host/host.js';
import { sessionCookieName } from '../core/identity/cookies.js';
import type { User } from '../core/user.js';

/** Options of a visit. */
export interface VisitOptions {
  /** User to visit as. A visitor without an account if omitted. */
  readonly as?: Pick<User, 'id'>;
  /** Additional request headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Form fields. Checkbox groups have several values. */
export type FormFields = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** A simulated browser. It returns redirects instead of following them. */
export interface Visitor {
  /** Opens a page: `visit('/recipes/7')`, `visit('/admin/recipes', { as: editor })`. */
  visit(path: string, options?: VisitOptions): Promise<Response>;
  /**
   * Submits a form of an admin page: `submit('/admin/recipes/add', 'add', { title: 'Soup' }, { as })`.
   * @param action name of the page's action
   */
  submit(
    path: string,
    action: string,
    fields: FormFields,
    options: { readonly as: Pick<User, 'id'> },
  ): Promise<Response>;
}

/** @param address returns the host's URL, called on each visit */
export function createVisitor(
  { site, sessions, nonces }: Pick<Host, 'site' | 'sessions' | 'nonces'>,
  address: () => Promise<string>,
): Visitor {
  const opened = new Map<number, Promise<{ readonly token: string; readonly session: string }>>();

  function sessionOf(userId: number): Promise<{ readonly token: string; readonly session: string }> {
    const session = opened.get(userId) ?? sessions.create({ userId });
    opened.set(userId, session);
    return session;
  }

  async function headersOf({ as, headers }: VisitOptions): Promise<Record<string, string>> {
    return { ...headers, ...(as && { Cookie: `${sessionCookieName(site.secure)}=${(await sessionOf(as.id)).token}` }) };
  }

  return {
    async visit(path, options = {}) {
      return fetch((await address()) + path, { headers: await headersOf(options), redirect: 'manual' });
    },
    async submit(path, action, fields, options) {
      const { session } = await sessionOf(options.as.id);
      const page = new URL(path, site.origin).pathname.slice(site.admin.length) || '/';
      const body = new URLSearchParams({
        _action: action,
        _nonce: nonces.create(formNonceAction(page, action), options.as.id, session),
      });
      for (const [name, values] of Object.entries(fields)) {
        for (const value of [values].flat()) body.append(name, String(value));
      }
      const headers = await headersOf(options);
      return fetch((await address()) + path, { method: 'POST', headers, body, redirect: 'manual' });
    },
  };
}
