import { decodeHTML } from 'entities';
import type { TestHost } from 'mortise/testing';
import { agent, type Response, type Test } from 'supertest';
import { sessionCookieName } from '../../src/core/identity/cookies.js';

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Agent of supertest that submits the forms of a site as a browser does. */
export class BrowserAgent extends agent {
  /** Matches every cookie of the site. */
  readonly #everywhere: { domain: string; path: string; secure: boolean; script: boolean };

  constructor(site: string) {
    super(site);
    const { hostname: domain } = new URL(site);
    this.#everywhere = { domain, path: '/', secure: true, script: false };
    // The jar ignores Max-Age, and sends no Secure cookie over HTTP, as if no proxy ended HTTPS in front of the site.
    this.on('response', (response: Response) => {
      for (const cookie of response.get('Set-Cookie') ?? []) {
        const isDeleted = /; max-age=0(;|$)/i.test(cookie);
        const expiry = isDeleted ? `; Expires=${new Date(0).toUTCString()}` : '';
        this.jar.setCookie(cookie.replace(/; secure/i, '') + expiry, domain, '/');
      }
    });
  }

  /** Cookies by name. */
  get cookies(): ReadonlyMap<string, string> {
    return new Map(this.jar.getCookies(this.#everywhere).map(({ name, value }) => [name, value]));
  }

  /** Value of the Cookie header, for requests without this agent. */
  get cookieHeader(): string {
    return this.jar.getCookies(this.#everywhere).toValueString();
  }

  /** Posts a form. An array is sent as several checked boxes. */
  postForm(path: string, fields: Fields): Test {
    return this.post(path).type('form').send(fields);
  }

  /** Returns the hidden fields of the form with this action. */
  async hiddenFields(path: string, action: string): Promise<Record<string, string>> {
    const { text } = await this.get(path);
    return hiddenFieldsIn(text.split('<form').find((form) => form.includes(`name="_action" value="${action}"`)) ?? '');
  }

  /** Loads a page and posts its form with these fields. Hidden fields keep their values. */
  async submit(path: string, fields: Fields, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const { text } = await this.get(path);
    const form = /<form[^>]*method="post"[^>]*>/i.exec(text)?.[0] ?? '';
    const action = /action="([^"]*)"/.exec(form)?.[1] ?? path;
    return this.postForm(action, { ...hiddenFieldsIn(text), ...fields }).set(headers);
  }

  logIn(login: string, password: string): Promise<Response> {
    return this.submit('/admin/login', { login, password });
  }

  /** Starts a session of this user, for tests that do not cover the login. */
  async signIn({ sessions, site }: TestHost, { id }: { readonly id: number }): Promise<void> {
    const { token } = await sessions.create({ userId: id });
    this.jar.setCookie(`${sessionCookieName(site.secure)}=${token}`, this.#everywhere.domain, '/');
  }

  logOut(): Promise<Response> {
    return this.submit('/admin/logout', {});
  }

  /** Fetches a new nonce from the text endpoint. */
  async nonce(): Promise<string> {
    return (await this.get('/api/nonce')).text;
  }
}

/** Returns the hidden fields of all forms of a page. */
export function hiddenFieldsIn(html: string): Record<string, string> {
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, decodeHTML(value)]));
}
