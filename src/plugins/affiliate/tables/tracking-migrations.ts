import { sql } from 'kysely';
import { column, defineTable, type Migration } from '../../../database.js';
import { clicksTable } from './clicks.js';
import { linksTable } from './links.js';
import { rollupsTable } from './rollups.js';

/** Salts and visitors of releases before the core's `visitors`. */
const saltsTable = defineTable(
  'affiliate_salts',
  { day: column.key(10), salt: column.key(43), created_at: column.datetime() },
  { primaryKey: ['day'] },
);
const visitorsTable = defineTable(
  'affiliate_visitors',
  { day: column.key(10), affiliate_id: column.integer(), visitor: column.key(22) },
  { primaryKey: ['day', 'affiliate_id', 'visitor'] },
);

export const trackingMigrations: readonly Migration[] = [
  {
    name: '0010_tracking',
    async up(schema) {
      for (const table of [clicksTable, visitorsTable, saltsTable, rollupsTable, linksTable]) {
        await schema.createTable(table);
      }
    },
  },
];

/** Moves salts and visitors into the core's tables, so that visitors are not counted twice on that day. */
export const sharedVisitors: Migration = {
  name: '0060_shared_visitors',
  async up(schema) {
    const isWithCore = await schema.hasTable('visitor_salts');
    if (isWithCore && (await schema.hasTable('affiliate_salts'))) {
      await schema.raw(sql`
        insert into visitor_salts (owner, day, salt, created_at)
        select 'affiliate', affiliate_salts.day, affiliate_salts.salt, affiliate_salts.created_at
        from affiliate_salts
        where not exists (
          select 1 from visitor_salts
          where visitor_salts.owner = 'affiliate' and visitor_salts.day = affiliate_salts.day)`);
    }
    await schema.dropTable('affiliate_salts');
    if (isWithCore && (await schema.hasTable('affiliate_visitors'))) {
      await schema.raw(sql`
        insert into visitor_visits (owner, day, visitor, scope)
        select 'affiliate', affiliate_visitors.day, affiliate_visitors.visitor, concat(affiliate_visitors.affiliate_id)
        from affiliate_visitors
        where not exists (
          select 1 from visitor_visits
          where visitor_visits.owner = 'affiliate' and visitor_visits.day = affiliate_visitors.day
          and visitor_visits.visitor = affiliate_visitors.visitor
          and visitor_visits.scope = concat(affiliate_visitors.affiliate_id))`);
    }
    await schema.dropTable('affiliate_visitors');
  },
};
