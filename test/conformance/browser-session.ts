import { decodeHTML } from 'entities';
import type { HttpAnswer, HttpCall, HttpClient } from './http-client.js';

/** Simulated browser that keeps cookies, submits forms and fetches nonces. */
export interface BrowserSession {
  readonly cookies: ReadonlyMap<string, string>;
  send: HttpClient;
  /** Loads a page and posts its form with these fields. Hidden fields keep their values. */
  submit(path: string, fields: Readonly<Record<string, string>>, call?: HttpCall): Promise<HttpAnswer>;
  logIn(login: string, password: string): Promise<HttpAnswer>;
  logOut(): Promise<HttpAnswer>;
  /** Fetches a new nonce from the text endpoint. */
  nonce(): Promise<string>;
}

export function browserSession(client: HttpClient): BrowserSession {
  const cookies = new Map<string, string>();

  const send: HttpClient = async (method, path, call = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await client(method, path, {
      ...call,
      headers: { ...(cookie === '' ? {} : { Cookie: cookie }), ...call.headers },
    });
    for (const header of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (/max-age=0/i.test(header)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };

  async function submit(path: string, fields: Readonly<Record<string, string>>, call: HttpCall = {}) {
    const { text } = await send('GET', path);
    const form = /<form[^>]*method="post"[^>]*>/i.exec(text)?.[0] ?? '';
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    const values = {
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, decodeHTML(value)])),
      ...fields,
    };
    return send('POST', /action="([^"]*)"/.exec(form)?.[1] ?? path, {
      raw: new URLSearchParams(values).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...call.headers },
    });
  }

  return {
    cookies,
    send,
    submit,
    logIn: (login, password) => submit('/admin/login', { login, password }),
    logOut: () => submit('/admin/logout', {}),
    nonce: async () => (await send('GET', '/api/nonce')).text,
  };
}
