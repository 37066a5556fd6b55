import type { User } from 'mortise';
import request, { type Agent, type Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic } from '../support/basic.js';
import { dialects } from '../support/databases.js';
import { type KbHost, openKbHost } from './knowledge-base-host.js';
import { bearer } from './oauth-site.js';

/** Access rules that admit the administrator, who is also the author of every article. */
const RULES = [
  { mode: 'logged_in' },
  { mode: 'roles', roles: ['administrator'] },
  { mode: 'capability', capability: 'manage_options' },
  { mode: 'nobody' },
];

describe.each(dialects)('credential without the scope "read" on $name', (dialect) => {
  let kb: KbHost;
  let http: Agent;
  let owner: User;
  const articles: number[] = [];

  beforeAll(async () => {
    kb = await openKbHost(dialect);
    http = request(await kb.host.listen());
    owner = kb.users.administrator;
    const rules = [...RULES, { mode: 'users', users: [owner.id] }];
    for (const access_rule of rules) articles.push(await kb.article({ title: 'Payroll', access_rule }));
  });
  afterAll(() => kb?.close());

  async function credentials(scopes: readonly string[]): Promise<Readonly<Record<string, string>>[]> {
    const { password } = await kb.host.applicationPasswords.create(owner.id, { name: scopes.join(), scopes });
    const { key } = await kb.host.apiKeys.create({ name: scopes.join(), scopes, userId: owner.id });
    const { client, secret } = await kb.host.oauth.clients.create({
      name: scopes.join(),
      scopes,
      grants: ['client_credentials'],
      userId: owner.id,
    });
    const { body: data } = await http
      .post('/oauth/token')
      .type('form')
      .send({
        grant_type: 'client_credentials',
        client_id: client.clientId,
        client_secret: secret ?? '',
      });
    return [
      basic(owner.login, password),
      { 'X-API-Key': key },
      bearer((data as { access_token: string }).access_token),
    ];
  }

  const titlesOf = async (path: string, headers: Readonly<Record<string, string>>): Promise<string> =>
    (await http.get(`/api/vendor-kb/v1${path}`).set(headers)).text;

  it.each([[['edit_profile']], [['upload_files']], [['edit_kb_articles']]])(
    'has only anonymous read access with the scopes %j',
    async (scopes) => {
      for (const headers of await credentials(scopes)) {
        for (const id of articles) {
          const stranger = await http.get(`/api/vendor-kb/v1/articles/${id}`);
          const scoped = await http.get(`/api/vendor-kb/v1/articles/${id}`).set(headers);
          const codeOf = ({ body }: Response) => (body as { code: string }).code;
          expect([scoped.status, codeOf(scoped)]).toEqual([stranger.status, codeOf(stranger)]);
          expect(scoped.status).toBeGreaterThanOrEqual(401);
        }
        for (const path of ['/articles?per_page=100', '/search?q=payroll', '/search/suggestions?q=payroll']) {
          expect(await titlesOf(path, headers)).not.toContain('Payroll');
        }
      }
    },
  );

  it('does not list unattached uploads of its owner', async () => {
    const { media } = kb.host;
    await media.create(Buffer.from('%PDF-1.4 payroll'), { filename: 'payroll.pdf', authorId: owner.id });
    const files = async (headers: Readonly<Record<string, string>>) =>
      (await http.get('/api/mortise/v1/media').set(headers)).text;
    for (const headers of await credentials(['read', 'upload_files']))
      expect(await files(headers)).toContain('payroll');
    for (const headers of await credentials(['edit_profile'])) expect(await files(headers)).not.toContain('payroll');
  });

  it('has the read access of its owner with the scope', async () => {
    for (const headers of await credentials(['read', 'manage_options', 'edit_kb_articles'])) {
      for (const id of articles) {
        expect((await http.get(`/api/vendor-kb/v1/articles/${id}`).set(headers)).status).toBe(200);
      }
    }
  });
});
