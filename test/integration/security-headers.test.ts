import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import helmet from 'helmet';
import { type CspOption, definePlugin, type HostOptions } from 'mortise';
import { page, redirect } from 'mortise/pages';
import { knowledgeBase } from 'mortise/plugins';
import { createTestHost, type TestHost } from 'mortise/testing';
import { afterEach, describe, expect, it } from 'vitest';

const plain = () =>
  definePlugin({
    name: 'acme-plain',
    version: '1.0.0',
    setup({ pages }) {
      pages.mount('/plain', ({ path }) => {
        if (path === '/away') return redirect('/kb');
        if (path === '/csv') return { status: 200, headers: { 'Content-Type': 'text/csv' }, body: 'a,b' };
        return page('<p>plain</p>', {
          headers: path === '/private' ? { 'Referrer-Policy': 'no-referrer', 'x-frame-options': 'DENY' } : {},
        });
      });
    },
  });

describe('security headers', () => {
  const servers: Server[] = [];
  let host: TestHost;
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
    await host.close();
  });

  async function open(options: HostOptions = {}, front?: (app: express.Express) => void): Promise<string> {
    host = await createTestHost({ plugins: [knowledgeBase(), plain()], ...options });
    const app = express();
    front?.(app);
    app.use(host.handler());
    const server = createServer(app as RequestListener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Expected headers: pages in the layout, other documents, and other files. */
  const TABLE = [
    { name: 'content-security-policy', layout: /^default-src 'none'/, document: null, file: null },
    { name: 'x-content-type-options', layout: 'nosniff', document: 'nosniff', file: 'nosniff' },
    {
      name: 'referrer-policy',
      layout: 'strict-origin-when-cross-origin',
      document: 'strict-origin-when-cross-origin',
      file: 'strict-origin-when-cross-origin',
    },
    { name: 'x-frame-options', layout: 'SAMEORIGIN', document: 'SAMEORIGIN', file: null },
    { name: 'cross-origin-opener-policy', layout: 'same-origin', document: 'same-origin', file: null },
    { name: 'permissions-policy', layout: /camera=\(\)/, document: /camera=\(\)/, file: null },
  ] as const;
  const ADDRESSES = {
    layout: ['/kb', '/kb/nowhere', '/admin/login', '/api/reference', '/kb/search?q=soup'],
    document: ['/plain'],
    file: ['/plain/csv', '/plain/away', '/asset'],
  } as const;

  it.each(TABLE)('include $name where it applies', async ({ name, ...expected }) => {
    const site = await open();
    const asset = /href="(\/_mortise[^"]+)"/.exec(await (await fetch(`${site}/kb`)).text())?.[1] ?? '';
    for (const kind of ['layout', 'document', 'file'] as const) {
      for (const address of ADDRESSES[kind]) {
        const answer = await fetch(site + (address === '/asset' ? asset : address), { redirect: 'manual' });
        const value = answer.headers.get(name);
        const expectedHeaders = expected[kind];
        if (expectedHeaders instanceof RegExp) expect(value, address).toMatch(expectedHeaders);
        else expect(value, address).toBe(expectedHeaders);
      }
    }
  });

  it('are stricter where a page sets its own', async () => {
    const site = await open();
    const { headers } = await fetch(`${site}/plain/private`);
    expect(headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(headers.get('X-Frame-Options')).toBe('DENY');
  });

  describe('page CSP', () => {
    const layout: HostOptions['layout'] = ({ head, body, nonce, user }) =>
      `<html><head>${head}</head><body data-user='${JSON.stringify(user)}' data-nonce="${nonce}">${body}</body></html>`;

    async function headersOf(site: string, path = '/kb') {
      const answer = await fetch(site + path);
      const html = await answer.text();
      return {
        status: answer.status,
        policy: answer.headers.get('Content-Security-Policy'),
        nonce: /data-nonce="([^"]*)"/.exec(html)?.[1],
        html,
      };
    }

    it('has a nonce for scripts, different for each response', async () => {
      const site = await open({ layout });
      const [first, second] = [await headersOf(site), await headersOf(site)];
      expect(first.nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      expect(first.nonce).not.toBe(second.nonce);
      expect(first.policy).toBe(
        `default-src 'none'; style-src 'self'; script-src 'self' 'nonce-${first.nonce}'; img-src 'self' https: data:; ` +
          "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'",
      );
    });

    it('has its nonce on our own scripts and allows inline styles only where required', async () => {
      const site = await open();
      const { html, policy } = await headersOf(site, '/api/reference');
      const nonces = [...html.matchAll(/<script type="module" src="[^"]+" nonce="([^"]+)">/g)].map(([, one]) => one);
      expect(nonces).toHaveLength(2);
      for (const nonce of nonces) expect(policy).toContain(`'nonce-${nonce}'`);
      expect(policy).toContain("style-src 'self' 'unsafe-inline'");
      expect((await headersOf(site)).policy).not.toContain('unsafe-inline');
    });

    it("uses the nonce of the site's policy when the site provides it", async () => {
      const nonces = ['c2l0ZQ==', 'b3RoZXI='];
      const site = await open({ layout, cspNonce: () => nonces.shift() });
      for (const nonce of [...nonces]) {
        const page = await headersOf(site, '/api/reference');
        expect(page.nonce).toBe(nonce);
        expect(page.policy).toContain(`script-src 'self' 'nonce-${nonce}'`);
        expect(page.html).toContain(`.js" nonce="${nonce}">`);
      }
      expect((await headersOf(site)).nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
      const off = await open({ layout, csp: 'off', cspNonce: () => 'c2l0ZQ==' });
      expect(await headersOf(off)).toMatchObject({ policy: null, nonce: 'c2l0ZQ==' });
    });

    it.each(["x' https://evil.example", '', 'a;b', 7])('fails instead of accepting %j as a nonce', async (nonce) => {
      const site = await open({ layout, cspNonce: () => nonce as string });
      expect((await headersOf(site)).status).toBe(500);
    });

    it('can be extended by a function for the current response only', async () => {
      const csp: CspOption = (directives) => {
        directives['img-src']?.push('http://old.example');
        return { ...directives, 'frame-src': ['https://video.example'] };
      };
      const site = await open({ csp });
      const first = (await headersOf(site)).policy ?? '';
      expect(first).toContain("img-src 'self' https: data: http://old.example;");
      expect(first).toContain('frame-src https://video.example');
      expect(((await headersOf(site)).policy ?? '').match(/old\.example/g)).toHaveLength(1);
    });

    it('can be replaced by a policy string from a function', async () => {
      const site = await open({
        layout,
        csp: ({ 'script-src': ours = [] }) => `script-src ${ours.join(' ')} https://x.example`,
      });
      const { policy, nonce } = await headersOf(site);
      expect(policy).toBe(`script-src 'self' 'nonce-${nonce}' https://x.example`);
    });

    it.each([
      ['nothing', () => undefined],
      ['an empty text', () => ''],
      ['a line break', () => "default-src 'none'\r\nSet-Cookie: a=b"],
      ['a source with a semicolon', () => ({ 'img-src': ["'self'; script-src *"] })],
      ['a source with a comma', () => ({ 'img-src': ["'self', script-src *"] })],
      ['a text for sources', () => ({ 'img-src': "'self'" })],
    ])('fails instead of omitting the policy when a function returns %s', async (_what, csp) => {
      const site = await open({ csp: csp as unknown as CspOption }, (app) => {
        app.set('env', 'test');
      });
      const { status, html } = await headersOf(site);
      expect(status).toBe(500);
      expect(html).not.toContain('kb.css');
    });

    it('is omitted with csp off, without a nonce', async () => {
      const site = await open({ csp: 'off', layout });
      expect(await headersOf(site)).toMatchObject({ policy: null, nonce: 'null' });
      expect((await fetch(`${site}/kb`)).headers.get('X-Frame-Options')).toBe('SAMEORIGIN');
    });

    it('passes the signed-in user to the layout without private fields', async () => {
      const site = await open({
        layout,
        identify: ({ headers }) =>
          headers['x-user']
            ? { provider: 'site', id: 1, session: 's', name: 'Eve', email: 'eve@example.com', roles: ['author'] }
            : null,
      });
      const html = await (await fetch(`${site}/kb`, { headers: { 'x-user': 'eve' } })).text();
      expect(JSON.parse(/data-user='([^']+)'/.exec(html)?.[1] ?? '')).toEqual({
        id: expect.any(Number),
        name: 'Eve',
        roles: ['author'],
      });
      expect((await headersOf(site)).html).toContain("data-user='null'");
    });
  });

  describe('headers behind helmet', () => {
    it("include both policies and the site's values for the rest", async () => {
      const site = await open({}, (app) => void app.use(helmet()));
      const { headers } = await fetch(`${site}/kb`);
      const policy = headers.get('Content-Security-Policy') ?? '';
      expect(policy).toMatch(/^default-src 'self';/);
      expect(policy).toContain(", default-src 'none';");
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Permissions-Policy')).toMatch(/camera=/);
      expect(headers.get('Strict-Transport-Security')).not.toBeNull();
      expect(headers.get('X-Powered-By')).toBeNull();
    });

    it("include only helmet's policy with csp off", async () => {
      const site = await open({ csp: 'off' }, (app) => void app.use(helmet()));
      const policy = (await fetch(`${site}/kb`)).headers.get('Content-Security-Policy');
      expect(policy).toMatch(/^default-src 'self';/);
      expect(policy).not.toContain("default-src 'none'");
    });
  });
});
