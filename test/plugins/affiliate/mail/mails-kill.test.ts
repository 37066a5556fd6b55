import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { type Script, startScript } from '../../../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { type MailSite, openMailSite } from './mail-site.js';

const SCRIPT = '../../../plugins/affiliate/mail/processes/approve-commission.ts';

describe.each(dialects)('email of a killed process on $name', { timeout: 120_000 }, (dialect) => {
  let url: string;
  let drop: () => Promise<void>;
  let site: MailSite;
  let script: Script | undefined;
  beforeEach(async () => {
    ({ url, drop } = await migratedDatabase(dialect, [affiliate()]));
    site = await openMailSite({ database: url });
    await site.add('ada');
  });
  afterEach(async () => {
    await script?.kill('SIGKILL');
    await site.close();
    await drop();
  });

  /** Kills a process while it approves. @returns the commission and the approvals heard by the next process */
  async function killed(where: 'committed' | 'uncommitted') {
    const { id } = await site.sell('ada', 'A-1');
    const heard: number[] = [];
    site.host.hooks.addAction('vendor_affiliate_commission_approved', (record) => {
      heard.push(record.id);
      if (heard.length === 1) throw new Error('A listener that fails makes the event be told again.');
    });
    script = startScript(SCRIPT, [url, String(id), where]);
    expect(await script.line()).toBe('stopped');
    await script.kill('SIGKILL');
    script = undefined;
    // Releases the claim of the killed process.
    await site.host.db.query.updateTable('outbox').set({ claimed_until: 0, due_at: 0 }).execute();
    return { id, heard };
  }

  it('sends one email when killed after the commit, even when the event is repeated', async () => {
    const { id, heard } = await killed('committed');
    expect((await site.sent()).map(({ subject }) => subject)).toEqual(['Commission approved: €8.00']);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([id, id]);
    expect(await site.sent()).toEqual([]);
  });

  it('neither approves nor sends an email when killed before the commit', async () => {
    const { id, heard } = await killed('uncommitted');
    expect(await site.sent()).toEqual([]);
    expect((await site.program.ledger.commissions.get(id)).status).toBe('pending');
    expect(heard).toEqual([]);
    await site.program.ledger.commissions.approve(id);
    expect(await site.sent()).toHaveLength(1);
  });
});
