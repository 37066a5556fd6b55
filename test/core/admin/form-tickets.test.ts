import { beforeEach, expect, it } from 'vitest';
import type { AdminRequest } from '../../../src/core/admin/admin-page.js';
import { createFormTickets } from '../../../src/core/admin/form-tickets.js';
import { adminMigrations } from '../../../src/core/admin/form-tickets-table.js';
import { createSubmittedForm, type SubmittedForm } from '../../../src/core/admin/submitted-form.js';
import { utc } from '../../../src/core/database/codec.js';
import type { Database } from '../../../src/core/database/database.js';
import { createStrings } from '../../../src/core/templates/strings.js';
import { coreCatalogues } from '../../../src/core/texts/core-catalogues.js';
import { describeDatabases } from '../../support/databases.js';

const DAY = 24 * 60 * 60 * 1000;

describeDatabases('single-use form', (database) => {
  let db: Database;
  let done: number;
  beforeEach(async () => {
    db = await database();
    await db.migrate('admin', adminMigrations);
    done = 0;
  });

  const of = (id: number) =>
    ({ user: { id }, strings: createStrings('en', coreCatalogues) }) as Partial<AdminRequest> as AdminRequest;
  const work = async () => ++done;

  function formFor(tickets: ReturnType<typeof createFormTickets>): SubmittedForm {
    const field = tickets.field();
    return createSubmittedForm({ [field.name]: 'value' in field ? field.value : '' });
  }

  it('does its work once, even when sent several times concurrently', async () => {
    const tickets = createFormTickets({ db });
    const form = formFor(tickets);
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => tickets.once(of(1), form, work)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(tickets.once(of(1), form, work)).rejects.toMatchObject({ code: 'form_sent_before', status: 409 });
    expect(done).toBe(1);
    expect(await tickets.once(of(1), formFor(tickets), work)).toBe(2);
  });

  it('can be sent again after a failure, which leaves no rows behind', async () => {
    const tickets = createFormTickets({ db });
    const form = formFor(tickets);
    const failing = async () => {
      await db.query
        .insertInto('form_tickets')
        .values({ ticket_hash: 'left', expires_at: utc.encode(new Date('2999-01-01')) })
        .execute();
      throw new Error('No.');
    };
    await expect(tickets.once(of(1), form, failing)).rejects.toThrow('No.');
    expect(await db.query.selectFrom('form_tickets').selectAll().execute()).toEqual([]);
    expect(await tickets.once(of(1), form, work)).toBe(1);
  });

  it('is spent only for its own user', async () => {
    const tickets = createFormTickets({ db });
    const form = formFor(tickets);
    await tickets.once(of(1), form, work);
    expect(await tickets.once(of(2), form, work)).toBe(2);
  });

  it('keeps used tickets for 29 days and deletes them after 31', async () => {
    let now = Date.parse('2026-03-14T00:00:00Z');
    const tickets = createFormTickets({ db, now: () => now });
    const form = formFor(tickets);
    await tickets.once(of(1), form, work);
    now += 29 * DAY;
    await expect(tickets.once(of(1), form, work)).rejects.toMatchObject({ code: 'form_sent_before' });
    now += 2 * DAY;
    await tickets.once(of(1), formFor(tickets), work);
    expect(await db.query.selectFrom('form_tickets').selectAll().execute()).toHaveLength(1);
  });
});
