import { randomBytes } from 'node:crypto';
import { type Generated, sql } from 'mortise/database';
import { createConnection } from 'mysql2/promise';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { affiliate } from '../../src/plugins/affiliate/index.js';
import { openProgramSite, type ProgramSite } from '../plugins/affiliate/routes/program-site.js';
import { dialects, MARIADB, migratedDatabase, type TestDatabase } from '../support/databases.js';

declare module 'mortise' {
  interface Tables {
    /** Table of the site, neither created nor migrated by Mortise. */
    site_orders: { id: Generated<number>; reference: string; total: number };
  }
}

const SALE = { affiliateCode: 'ada', amount: 100, customerEmail: 'grace@example.com' };

describe.each(dialects)('site order and its conversion on $name', (dialect) => {
  let database: TestDatabase;
  let site: ProgramSite;
  beforeEach(async () => {
    database = await migratedDatabase(dialect, [affiliate()]);
    site = await openProgramSite({ database: database.url });
    const id = dialect === MARIADB ? sql`integer primary key auto_increment` : sql`integer primary key`;
    await sql`create table site_orders (id ${id}, reference varchar(40) not null, total integer not null)`.execute(
      site.host.db.query,
    );
    await site.add('ada');
  });
  afterEach(async () => {
    await site.close();
    await database.drop();
  });

  const order = (reference: string) =>
    site.host.db.query.insertInto('site_orders').values({ reference, total: 10_000 }).execute();
  const sell = (reference: string, sale: Partial<typeof SALE> = {}) =>
    site.host.plugin('affiliate').ledger.recordSale({ ...SALE, ...sale, reference });

  /** References of the stored orders and conversions. */
  async function stored(): Promise<{ orders: string[]; conversions: (string | null)[] }> {
    const { query } = site.host.db;
    const orders = await query.selectFrom('site_orders').select('reference').orderBy('reference').execute();
    const conversions = await query.selectFrom('affiliate_conversions').select('reference').orderBy('id').execute();
    return {
      orders: orders.map(({ reference }) => reference),
      conversions: conversions.map(({ reference }) => reference),
    };
  }

  it('are both stored after the commit', async () => {
    await site.host.db.transaction(async () => {
      await order('1001');
      await sell('1001');
    });
    expect(await stored()).toEqual({ orders: ['1001'], conversions: ['1001'] });
  });

  it('are both rolled back, and no listener receives the conversion', async () => {
    const heard: unknown[] = [];
    site.host.hooks.addAction('vendor_affiliate_conversion_recorded', ({ id }) => void heard.push(id));
    const checkout = site.host.db.transaction(async () => {
      await order('1001');
      await sell('1001');
      throw new Error('The card was declined.');
    });
    await expect(checkout).rejects.toThrow('The card was declined.');
    expect(await stored()).toEqual({ orders: [], conversions: [] });
    const { conversion } = await sell('1002');
    await vi.waitFor(() => expect(heard).toEqual([conversion.id]), 10_000);
  });

  it('are both absent if the conversion is rejected', async () => {
    const checkout = site.host.db.transaction(async () => {
      await order('1001');
      await sell('1001', { affiliateCode: 'nobody' });
    });
    await expect(checkout).rejects.toMatchObject({ code: 'vendor_affiliate_affiliate_not_found' });
    expect(await stored()).toEqual({ orders: [], conversions: [] });
  });

  it("keep the order if the site catches the conversion's error", async () => {
    await site.host.db.transaction(async () => {
      await order('1001');
      await site.host.db
        .transaction(async () => {
          await sell('1001');
          throw new Error('The commission is not wanted.');
        })
        .catch(() => undefined);
    });
    expect(await stored()).toEqual({ orders: ['1001'], conversions: [] });
  });

  it('commit together through the action, which ignores an unknown affiliate', async () => {
    const sold = (reference: string, affiliateCode: string) =>
      site.host.db.transaction(async () => {
        await order(reference);
        await site.host.hooks.doActionAsync('vendor_affiliate_record_sale', { ...SALE, affiliateCode, reference });
      });
    await sold('1001', 'ada');
    await sold('1002', 'nobody');
    expect(await stored()).toEqual({ orders: ['1001', '1002'], conversions: ['1001'] });
  });

  it('share one transaction with raw SQL of the site', async () => {
    const { db } = site.host;
    await db.transaction(async () => {
      await sql`insert into site_orders (reference, total) values (${'1001'}, ${10_000})`.execute(db.query);
      await sell('1001');
    });
    expect(await stored()).toEqual({ orders: ['1001'], conversions: ['1001'] });
  });
});

describe.skipIf(!dialects.includes(MARIADB))('site with its own database on the same server', () => {
  const shop = `mortise_test_shop_${randomBytes(6).toString('hex')}`;
  let database: TestDatabase;
  let site: ProgramSite;
  beforeEach(async () => {
    database = await migratedDatabase(MARIADB, [affiliate()]);
    site = await openProgramSite({ database: database.url });
    await onServer(`create database ${shop}`);
    await onServer(`create table ${shop}.orders (reference varchar(40) primary key, total int not null)`);
    await onServer(`create table ${shop}.outbox (id int primary key auto_increment, reference varchar(40) not null)`);
    await site.add('ada');
  });
  afterEach(async () => {
    await site.close();
    await onServer(`drop database if exists ${shop}`);
    await database.drop();
  });

  async function onServer(statement: string): Promise<void> {
    const connection = await createConnection(MARIADB.url);
    try {
      await connection.query(statement);
    } finally {
      await connection.end();
    }
  }

  const sell = (reference: string) => site.host.plugin('affiliate').ledger.recordSale({ ...SALE, reference });

  async function count(table: string): Promise<number> {
    const { rows } = await sql<{ rows: number }>`select count(*) as "rows" from ${sql.table(table)}`.execute(
      site.host.db.query,
    );
    return rows[0]?.rows ?? 0;
  }
  const stored = async () => [await count(`${shop}.orders`), await count('affiliate_conversions')];

  const order = (reference: string) =>
    sql`insert into ${sql.table(`${shop}.orders`)} (reference, total) values (${reference}, ${10_000})`.execute(
      site.host.db.query,
    );

  it('commits or rolls back rows of both databases in one transaction', async () => {
    await site.host.db.transaction(async () => {
      await order('1001');
      await sell('1001');
    });
    expect(await stored()).toEqual([1, 1]);
    const checkout = site.host.db.transaction(async () => {
      await order('1002');
      await sell('1002');
      throw new Error('The card was declined.');
    });
    await expect(checkout).rejects.toThrow('The card was declined.');
    expect(await stored()).toEqual([1, 1]);
  });

  it('loses the order but not the conversion when its own connection rolls back', async () => {
    const connection = await createConnection(MARIADB.url);
    try {
      await connection.beginTransaction();
      await connection.query(`insert into ${shop}.orders values ('1001', 10000)`);
      await sell('1001');
      await connection.rollback();
    } finally {
      await connection.end();
    }
    expect(await stored()).toEqual([0, 1]);
  });

  it('records each sale once from an outbox, even after a crash between delivery and delete', async () => {
    const connection = await createConnection(MARIADB.url);
    const deliver = async (isKilled: boolean): Promise<void> => {
      const [rows] = await connection.query(`select id, reference from ${shop}.outbox order by id`);
      for (const { id, reference } of rows as { id: number; reference: string }[]) {
        await sell(reference);
        if (isKilled) return;
        await connection.query(`delete from ${shop}.outbox where id = ?`, [id]);
      }
    };
    try {
      for (const [reference, end] of [
        ['1001', 'commit'],
        ['1002', 'rollback'],
      ] as const) {
        await connection.beginTransaction();
        await connection.query(`insert into ${shop}.orders values (?, 10000)`, [reference]);
        await connection.query(`insert into ${shop}.outbox (reference) values (?)`, [reference]);
        await connection[end]();
      }
      await deliver(true);
      expect(await count(`${shop}.outbox`)).toBe(1);
      await deliver(false);
    } finally {
      await connection.end();
    }
    expect(await stored()).toEqual([1, 1]);
    expect(await count(`${shop}.outbox`)).toBe(0);
  });
});
