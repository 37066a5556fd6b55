import { coreText } from '../admin/core-text.js';
import type { Database } from '../database/database.js';
import type { ExaminationOptions } from '../database/doctor/doctor.js';
import type { Health } from '../operations/health.js';
import type { Schedules } from '../services/schedule/schedule.js';
import type { Doctor } from './doctor.js';

export interface CoreCheckParts {
  readonly doctor: Pick<Doctor, 'check'>;
  readonly health: Pick<Health, 'report'>;
  readonly db: Pick<Database, 'examine' | 'now'>;
  readonly schedules: Pick<Schedules, 'list'>;
  /** Returns the migrations of the site, and which plugins are active. */
  readonly owners: () => ExaminationOptions['owners'];
}

/** Milliseconds after which a due schedule counts as overdue. */
const LATE = 60 * 60 * 1000;

/** Registers the checks of the core. */
export function registerCoreChecks({ doctor, health, db, schedules, owners }: CoreCheckParts): void {
  doctor.check(
    {
      name: 'health',
      title: coreText('doctor.check-health'),
      async find() {
        const { checks } = await health.report();
        return checks.flatMap(({ name, status, message = '' }) =>
          status === 'pass' ? [] : [{ subject: name, message, severity: status === 'fail' ? 'error' : 'warning' }],
        );
      },
    },
    'core',
  );
  doctor.check(
    { name: 'database', title: coreText('doctor.check-database'), find: () => db.examine(owners()) },
    'core',
  );
  doctor.check(
    {
      name: 'schedules',
      title: coreText('doctor.check-schedules'),
      hint: 'No process runs due jobs. Run mortise serve, and check that its jobs are enabled.',
      async find() {
        const now = (await db.now()).getTime();
        const all = (await schedules.list()).filter(({ nextAt }) => nextAt !== null);
        if (all.every(({ lastAt }) => lastAt === null)) {
          return all.length === 0 ? [] : [{ subject: 'all', message: 'No schedule ever ran.' }];
        }
        return all.flatMap(({ name, lastAt, nextAt }) =>
          lastAt !== null && nextAt !== null && now - nextAt.getTime() > LATE
            ? [{ subject: name, message: `overdue since ${nextAt.toISOString()}` }]
            : [],
        );
      },
    },
    'core',
  );
}
