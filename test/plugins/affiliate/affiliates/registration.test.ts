import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { openProgramSite, type ProgramSite } from '../routes/program-site.js';

describe.each(dialects)('account of an affiliate registered without approval, on $name', (dialect) => {
  let site: ProgramSite;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await migratedDatabase(dialect, [affiliate()]);
    drop = database.drop;
    site = await openProgramSite({ database: database.url });
    await site.host.settings.save('affiliate', { registrationApproval: false });
  });
  afterEach(async () => {
    await site.close();
    await drop();
  });

  const people = () => site.program.affiliates;
  const register = (body: object, as?: number) =>
    site.call('POST', '/register', { body, ...(as !== undefined && { as }) });

  /** Registers an affiliate with the email of the administrator, as a stranger. */
  async function sneak() {
    const user = await site.host.users.get(site.admin.id);
    if (!user?.email) throw new Error('The administrator has no address.');
    const { status, data } = await register({ email: user.email, code: 'sneaky' });
    return { user, email: user.email, status, data };
  }

  it('links no existing account just because the email matches', async () => {
    const { email, status, data } = await sneak();
    expect([status, data.status]).toEqual([201, 'active']);
    expect(await people().byEmail(email)).toMatchObject({ code: 'sneaky', status: 'active', userId: null });
    expect(await people().ofUser(site.admin.id)).toBeNull();
  });

  it('links the account when its owner signs in, but not on a failed login', async () => {
    const { email } = await sneak();
    const { host, admin } = site;
    const { id: strangerId } = await host.createUser('subscriber');
    const stranger = await host.users.get(strangerId);
    await host.hooks.doActionAsync('auth_event', { ...LOGIN, userId: strangerId, login: stranger?.login ?? '' });
    await host.hooks.doActionAsync('auth_event', { ...LOGIN, event: 'login_failed', userId: admin.id });
    expect((await people().byEmail(email))?.userId).toBeNull();
    const { affiliates } = site.program;
    await Promise.all([1, 2].map(() => host.hooks.doActionAsync('auth_event', { ...LOGIN, userId: admin.id })));
    expect(await affiliates.ofUser(admin.id)).toMatchObject({ code: 'sneaky', userId: admin.id });
  });

  it('links the account when its signed-in owner registers, and returns 409', async () => {
    const { email } = await sneak();
    const { status, data } = await register({ code: 'mine' }, site.admin.id);
    expect([status, data.code]).toEqual([409, 'vendor_affiliate_user_taken']);
    expect((await people().byEmail(email))?.userId).toBe(site.admin.id);
  });

  it('links the account when an admin reactivates the affiliate', async () => {
    const { email } = await sneak();
    const id = (await people().byEmail(email))?.id ?? 0;
    await people().setStatus(id, 'inactive');
    expect((await people().setStatus(id, 'active')).affiliate.userId).toBe(site.admin.id);
  });

  it('links no account to a pending affiliate', async () => {
    await site.host.settings.save('affiliate', { registrationApproval: true });
    const { user, email } = await sneak();
    expect(await people().claim(user)).toBeNull();
    expect(await people().byEmail(email)).toMatchObject({ status: 'pending', userId: null });
  });

  it('creates an account without a password for a new email', async () => {
    await register({ email: 'new@example.org', code: 'newcomer' });
    const user = await site.host.users.byEmail('new@example.org');
    expect((await people().byEmail('new@example.org'))?.userId).toBe(user?.id);
    expect(await site.host.users.hasPassword(user?.id ?? 0)).toBe(false);
  });

  it('links the signed-in account, even when another email is given', async () => {
    const { id } = await site.host.createUser('subscriber');
    const user = await site.host.users.get(site.admin.id);
    await register({ email: user?.email ?? '' }, id);
    expect(await people().ofUser(id)).toMatchObject({ userId: id, status: 'active' });
    expect(await people().ofUser(site.admin.id)).toBeNull();
  });
});

const LOGIN = {
  id: 1,
  at: new Date(0),
  event: 'login',
  actorId: null,
  login: '',
  ip: '',
  userAgent: '',
  detail: {},
};
