import type { HostOptions } from 'mortise';
import type { Response } from 'supertest';
import { BrowserAgent } from '../../../support/browser-agent.js';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

type Fields = Readonly<Record<string, string | readonly string[]>>;

/** Site with the plugin and a signed-in administrator. */
export interface AdminSite extends ProgramSite {
  readonly browser: BrowserAgent;
  signIn(role: string): Promise<BrowserAgent>;
  /** Returns the page at a path below `/admin/affiliates`. */
  see(path: string): Promise<Response>;
  /** Submits the form of an action as its page shows it, with these fields. */
  act(path: string, action: string, fields?: Fields, as?: BrowserAgent): Promise<Response>;
  /** Returns the page that a form redirected to. */
  after(answer: Response): Promise<Response>;
  /** Records a conversion over an amount, which earns a tenth of it, and returns the commission id. */
  earn(code: string, amount?: number | string): Promise<number>;
}

export async function openAdminSite(options: HostOptions = {}): Promise<AdminSite> {
  const site = await openProgramSite(options);
  const browser = new BrowserAgent(site.url);
  await browser.logIn(site.admin.login, site.admin.password);
  const addressOf = (path: string): string => `/admin/affiliates${path}`;
  return {
    ...site,
    browser,
    async signIn(role) {
      const { login, password } = await site.host.createUser(role);
      const session = new BrowserAgent(site.url);
      await session.logIn(login, password);
      return session;
    },
    see: (path) => browser.get(addressOf(path)),
    async act(path, action, fields = {}, as = browser) {
      const hidden = await as.hiddenFields(addressOf(path), action);
      return as.postForm(addressOf(path), { ...hidden, _action: action, ...fields });
    },
    async after(answer) {
      if (answer.status !== 303) throw new Error(`The form was answered with ${answer.status}.`);
      return browser.get(String(answer.headers.location));
    },
    async earn(code, amount = 100) {
      const { commission } = await site.program.ledger.record({ affiliateCode: code, origin: 'manual', amount });
      if (!commission) throw new Error('Nothing was earned.');
      return commission.id;
    },
  };
}
