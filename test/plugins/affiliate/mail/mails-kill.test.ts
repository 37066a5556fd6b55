import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { affiliate } from '../../../../src/plugins/affiliate/index.js';
import { type Script, startScript } from '../../../core/database/processes/start-script.js';
import { dialects, migratedDatabase } from '../../../support/databases.js';
import { type MailSite, openMailSite } from './mail-site.js';

const SCRIPT = '../../../plugins/affiliate/mail/processes/approve-commission.ts';

describe.each(dialects)('mails of a process that is killed on $name', { timeout: 120_000 }, (dialect) => {
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

  /** @returns what the next process sends, after it has told the approval to its own listeners twice */
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
    // Nobody is left who could have claimed it.
    await site.host.db.query.updateTable('outbox').set({ claimed_until: 0, due_at: 0 }).execute();
    return { id, heard };
  }

  it('after the commit: the mail is sent, and once, however often the event is told', async () => {
    const { id, heard } = await killed('committed');
    expect((await site.sent()).map(({ subject }) => subject)).toEqual(['Commission approved: €8.00']);
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual([id, id]);
    expect(await site.sent()).toEqual([]);
  });

  it('before the commit: there is neither the approval nor a mail', async () => {
    const { id, heard } = await killed('uncommitted');
    expect(await site.sent()).toEqual([]);
    expect((await site.programme.ledger.commissions.get(id)).status).toBe('pending');
    expect(heard).toEqual([]);
    await site.programme.ledger.commissions.approve(id);
    expect(await site.sent()).toHaveLength(1);
  });
});
