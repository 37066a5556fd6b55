import type { HostOptions } from 'mortise';
import { formOf, postForm } from '../../../conformance/admin-forms.js';
import { type BrowserSession, browserSession } from '../../../conformance/browser-session.js';
import type { HttpAnswer } from '../../../conformance/http-client.js';
import { openProgrammeSite, type ProgrammeSite } from '../routes/programme-site.js';

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Site with the plugin and a logged-in administrator. */
export interface AdminSite extends ProgrammeSite {
  readonly browser: BrowserSession;
  signIn(role: string): Promise<BrowserSession>;
  /** Returns the page at a path below `/admin/affiliates`. */
  see(path: string): Promise<HttpAnswer>;
  /** Submits the form of an action as its page shows it, with these fields. */
  act(path: string, action: string, fields?: Fields, as?: BrowserSession): Promise<HttpAnswer>;
  /** Returns the page that a form redirected to. */
  after(answer: HttpAnswer): Promise<HttpAnswer>;
  /** Records a conversion over an amount, which earns a tenth of it, and returns the commission id. */
  earn(code: string, amount?: number | string): Promise<number>;
}

export async function openAdminSite(options: HostOptions = {}): Promise<AdminSite> {
  const site = await openProgrammeSite(options);
  const browser = browserSession(site.send);
  await browser.logIn(site.admin.login, site.admin.password);
  const addressOf = (path: string): string => `/admin/affiliates${path}`;
  return {
    ...site,
    browser,
    async signIn(role) {
      const { login, password } = await site.host.createUser(role);
      const session = browserSession(site.send);
      await session.logIn(login, password);
      return session;
    },
    see: (path) => browser.send('GET', addressOf(path)),
    async act(path, action, fields = {}, as = browser) {
      const hidden = await formOf(as, addressOf(path), action);
      return postForm(as.send, addressOf(path), { ...hidden, _action: action, ...fields });
    },
    async after(answer) {
      if (answer.status !== 303) throw new Error(`The form was answered with ${answer.status}.`);
      return browser.send('GET', String(answer.headers.location));
    },
    async earn(code, amount = 100) {
      const { commission } = await site.programme.ledger.record({ affiliateCode: code, origin: 'manual', amount });
      if (!commission) throw new Error('Nothing was earned.');
      return commission.id;
    },
  };
}
