/** Exports the plugin's augmentations of the host's types to users of the package. */

import { type Calendar, createCalendar } from '../../calendar.js';
import type { PluginContext } from '../../index.js';
import { createMembers, type Members } from './access/members.js';
import { type AffiliateList, createAffiliateList } from './affiliates/affiliate-list.js';
import { type Affiliates, createAffiliates } from './affiliates/affiliates.js';
import { createRegistration, type Registration } from './affiliates/registration.js';
import { createTotals, type TotalsOf } from './affiliates/totals.js';
import { createConversionHistory } from './conversions/history.js';
import { createExports, type Exports } from './exports/exports.js';
import { createLedger, type Ledger } from './ledger.js';
import { createMails } from './mail/mails.js';
import { createSettingsCheck, currencyUse } from './settings/check.js';
import { type CurrentSettings, createCurrentSettings, ledgerSettingsOf } from './settings/current.js';
import { type ProgramSettings, programSettings } from './settings/schema.js';
import { createRollups, type Rollups } from './statistics/rollups.js';
import { createStatistics, type ProgramStatistics } from './statistics/statistics.js';
import { createTracking, type Tracking } from './tracking.js';
import './access/capabilities.js';
import './admin/overview/template-data.js';
import './area/template-data.js';
import './hooks/affiliates.js';
import './hooks/ledger.js';
import './hooks/mail.js';
import './hooks/tracking.js';
import './mail/template-data.js';
import './pages/join-data.js';
import './settings/schema.js';
import './tables/affiliates.js';
import './tables/clicks.js';
import './tables/commissions.js';
import './tables/conversions.js';
import './tables/links.js';
import './tables/payouts.js';
import './tables/rates.js';
import './tables/rollups.js';
import './tables/statistics.js';

/** Public API of the plugin: `context.plugin('affiliate')`. Its routes and commands use it, too. */
export interface AffiliateProgram {
  readonly settings: CurrentSettings;
  readonly affiliates: Affiliates;
  readonly affiliateList: AffiliateList;
  readonly totalsOf: TotalsOf;
  readonly register: Registration;
  readonly members: Members;
  readonly exports: Exports;
  readonly ledger: Ledger;
  readonly tracking: Tracking;
  readonly statistics: ProgramStatistics;
  readonly rollups: Pick<Rollups, 'rebuildDay'>;
  /** Calendar in the time zone of the site. */
  readonly calendar: Calendar;
  readonly now: () => Date;
}

/** Creates the program and registers its settings in the admin area. */
export function createAffiliateProgram(context: PluginContext): AffiliateProgram {
  const { db, hooks, site, secrets, users, versions, locks } = context;
  const now = (): Date => new Date();
  const settings = createCurrentSettings(context.settings, hooks);
  const emails = context.emailConfirmations.define('affiliate', (id, email) => affiliates.confirmEmail(id, email));
  const outbox = createMails({ ...context, settings, pendingEmails: emails });
  const calendar = createCalendar(site.timezone);
  const rollups = createRollups({ db, calendar, now, conversions: createConversionHistory(db) });
  const affiliateList = createAffiliateList((ids) => totalsOf(ids));
  const affiliates = createAffiliates({
    db,
    list: affiliateList,
    emails,
    hooks,
    outbox,
    secrets,
    users,
    versions,
    now,
    currency: async () => (await settings.get()).currency,
  });
  const ledger = createLedger({
    db,
    hooks,
    outbox,
    rollups,
    versions,
    now,
    settings: async () => ledgerSettingsOf(await settings.get()),
  });
  const totalsOf = createTotals(db, ledger.earningsOf);
  registerSettings(context);
  hooks.addAction('settings_updated', async (name, changed) => {
    if (name === 'affiliate' && changed.includes('currency')) await affiliates.adoptCurrency();
  });
  return {
    settings,
    affiliates,
    affiliateList,
    ledger,
    rollups,
    calendar,
    now,
    totalsOf,
    exports: createExports({ db, hooks, affiliateList, details: affiliates.details, payouts: ledger.payouts }),
    register: createRegistration({ affiliates, secrets, locks, limits: context.limits, settings: settings.get }),
    members: createMembers(affiliates.ofUser),
    tracking: createTracking({ context, settings, directory: affiliates, rollups, now }),
    statistics: createStatistics({ context, settings, now, ...ledger }),
  };
}

function registerSettings({ db, settings, site }: Pick<PluginContext, 'db' | 'settings' | 'site'>): void {
  const check = createSettingsCheck(() => currencyUse(db), site.locale);
  settings.register({
    ...programSettings,
    // The values have already passed schema validation.
    check: (next, before) => check(next as ProgramSettings, before as ProgramSettings),
  });
}
