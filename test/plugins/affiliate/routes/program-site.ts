import type { HostOptions } from 'mortise';
import { utc } from 'mortise/database';
import { createTestHost, type TestHost } from 'mortise/testing';
import request, { type Agent, type Response, Test } from 'supertest';
import type { AffiliateProgram } from '../../../../src/plugins/affiliate/affiliate.js';
import { EMPTY_AFFILIATE } from '../../../../src/plugins/affiliate/affiliates/affiliate.js';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';

export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Affiliate with a user account. */
export interface TestAffiliate {
  readonly id: number;
  readonly userId: number;
  readonly login: string;
  readonly password: string;
  readonly code: string;
}

/** Site with the plugin, an administrator and the affiliates that a test adds. */
export interface ProgramSite {
  readonly host: TestHost;
  readonly program: AffiliateProgram;
  readonly admin: { readonly id: number; readonly login: string; readonly password: string };
  readonly url: string;
  readonly http: Agent;
  add(code: string, status?: string): Promise<TestAffiliate>;
  /** Calls a route of the plugin in process. @param as a user id, anonymous by default */
  call(
    method: string,
    path: string,
    options?: { readonly as?: number; readonly body?: object },
  ): Promise<{ readonly status: number; readonly data: Record<string, unknown>; readonly headers: object }>;
  /** Opens a link as a browser does. @param path such as `/go/ada` */
  open(path: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Response>;
  close(): Promise<void>;
}

export async function openProgramSite(options: HostOptions = {}): Promise<ProgramSite> {
  const host = await createTestHost({ plugins: [affiliate()], ...options });
  const program = host.plugin('affiliate');
  const url = await host.listen();
  return {
    host,
    program,
    url,
    http: request(url),
    admin: await host.createUser('administrator'),
    async add(code, status = 'active') {
      const user = await host.createUser('subscriber');
      const at = utc.encode(new Date());
      const id = await host.db.insert('affiliate_affiliates', {
        ...EMPTY_AFFILIATE,
        user_id: user.id,
        code,
        status,
        first_name: 'Ada',
        last_name: 'Byron',
        display_name: `Name of ${code}`,
        email: user.email,
        currency: 'EUR',
        registration_ip_hash: '',
        registered_at: at,
        approved_at: at,
        updated_at: at,
        version: 1,
        email_verified_at: at,
      });
      await host.db.transaction(() => program.affiliates.changed());
      return { id, userId: user.id, login: user.login, password: user.password, code };
    },
    async call(method, path, more = {}) {
      const { status, data, headers } = await host.request(method, `/vendor-affiliate/v1${path}`, more);
      return { status, data: data as Record<string, unknown>, headers };
    },
    open: (path, headers = {}, method = 'GET') => new Test(url, method, path).set('User-Agent', BROWSER).set(headers),
    close: host.close,
  };
}

/** Returns the cookie of a response as a browser sends it back, or an empty string. */
export function cookieOf(response: Response): string {
  const [cookie = ''] = response.get('Set-Cookie') ?? [];
  return cookie.split(';')[0] ?? '';
}
