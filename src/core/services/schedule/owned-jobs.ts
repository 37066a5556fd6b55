import type { Job, JobDefinition, JobQueue, Jobs } from '../jobs/jobs.js';
import type { ScheduleDefinition, Schedules } from '../schedule/schedule.js';

/** Jobs API of a plugin, which becomes the owner. */
export interface OwnedJobs {
  /**
   * Defines a job and returns its queue. Every process that has the plugin can run it.
   *
   * ```ts
   * const menus = jobs.define<{ week: number }, void>({
   *   name: 'acme_send_menu',
   *   title: 'Send the weekly menu',
   *   run: ({ payload }) => sendMenu(payload.week),
   * });
   * await menus.add({ week: 31 }, { key: 'week-31' });
   * ```
   * @throws HostError `job_invalid`, `job_defined_twice`
   */
  define<Payload, Result>(definition: JobDefinition<Payload, Result>): JobQueue<Payload>;
  /**
   * Schedules recurring work, run by one of the running processes until the plugin is deactivated: `schedule({ name:
   * 'acme_close_orders', cron: '30 3 * * *', run })`.
   * @throws HostError `schedule_invalid`, `schedule_defined_twice`; those of `define`
   */
  schedule(definition: ScheduleDefinition): void;
  get(id: string): Promise<Job | null>;
  /** @throws HostError `job_missing`, `job_not_ended`, `job_key_taken` */
  retry(id: string): Promise<Job>;
  /** @throws HostError `job_missing`, `job_ended` */
  cancel(id: string): Promise<Job>;
}

/** @param open rejects calls once the plugin is gone */
export function ownJobs(
  owner: string,
  jobs: Jobs,
  schedules: Pick<Schedules, 'add'>,
  open: <Part>(part: Part) => Part,
): OwnedJobs {
  return {
    define: (definition) => open(jobs).define(definition, owner),
    schedule: (definition) => open(schedules).add(definition, owner),
    get: jobs.get,
    retry: jobs.retry,
    cancel: jobs.cancel,
  };
}
