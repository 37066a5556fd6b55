import type { Site } from 'mortise';
import type { JobQueue, Mail, OwnedJobs } from 'mortise/services';
import type { OwnedSettings } from 'mortise/settings';
import type { Recipes } from './recipes.js';

/** Menu to send. The week is counted from 1970. */
export interface MenuPayload {
  readonly week: number;
}

const WEEK = 7 * 86_400_000;

/**
 * Registers the weekly menu: a schedule adds a job, and the job sends the email. Sending is slow and may fail, so a job
 * does it with retries.
 */
export function registerMenu(parts: {
  readonly jobs: OwnedJobs;
  readonly settings: OwnedSettings;
  readonly mail: Mail;
  readonly recipes: Recipes;
  readonly site: Site;
}): JobQueue<MenuPayload> {
  const { jobs, settings, mail, recipes, site } = parts;

  const menus = jobs.define<MenuPayload, { sent: number }>({
    name: 'acme_send_menu',
    title: 'Send the weekly menu',
    attempts: 5,
    backoff: 60_000,
    async run({ payload, signal }) {
      const { menuTo, menuSize } = await settings.get('acme-kitchen');
      if (menuTo === '') return { sent: 0 };
      const favourites = await recipes.list({ orderBy: 'times_cooked', direction: 'desc', page: 1, perPage: menuSize });
      signal.throwIfAborted();
      await mail.send({
        to: menuTo,
        subject: `Menu of week ${payload.week}`,
        text: favourites.recipes.map(({ id, title }) => `${title}\n${site.url(`/recipes/${id}`)}\n`).join('\n'),
      });
      return { sent: favourites.recipes.length };
    },
  });

  jobs.schedule({
    name: 'acme_weekly_menu',
    title: 'Weekly menu',
    cron: '0 8 * * 1',
    async run({ slot }) {
      const week = Math.floor(slot.getTime() / WEEK);
      await menus.add({ week }, { key: `week-${week}` });
    },
  });

  return menus;
}
