import type { AdminRequest, AdminTabbedData } from '../../../admin.js';
import type { Strings } from '../../../text.js';

/** Paths of the admin pages, relative to the admin area. */
export const LIBRARY_PATH = '/watermark';
export const ACTIVITY_PATH = '/watermark/activity';
export const DESIGN_PATH = '/watermark/design';

const TABS = [
  { path: LIBRARY_PATH, name: 'watermark.pictures' },
  { path: DESIGN_PATH, name: 'watermark.design' },
  { path: ACTIVITY_PATH, name: 'watermark.activity' },
] as const;

/** Builds the tabs for the part `core/parts/tabs`. @param current path of the current page */
export function tabsFor({ link }: AdminRequest, { text }: Strings, current: string): AdminTabbedData['tabs'] {
  return TABS.map(({ path, name }) => ({ label: text(name), link: link(path), current: path === current }));
}

/** Path of a run's page. */
export const RUN_PATH = `${ACTIVITY_PATH}/{id}` as const;

export function activityPath(id: number): string {
  return RUN_PATH.replace('{id}', String(id));
}
