import type { AdminRequest, AdminTabbedData } from '../../../admin.js';
import type { Strings } from '../../../text.js';

/** Paths of the admin pages, relative to the admin area. */
export const LIBRARY_PATH = '/watermark';
export const ACTIVITY_PATH = '/watermark/activity';
export const DESIGNS_PATH = '/watermark/designs';
/** Page of the default design. */
export const DESIGN_PATH = '/watermark/design';
export const NEW_DESIGN_PATH = `${DESIGNS_PATH}/new`;
/** Pages of the design whose name is in the query. */
export const EDIT_DESIGN_PATH = `${DESIGNS_PATH}/edit`;
export const DELETE_DESIGN_PATH = `${DESIGNS_PATH}/delete`;

const TABS = [
  { path: LIBRARY_PATH, name: 'watermark.pictures' },
  { path: DESIGNS_PATH, name: 'watermark.designs' },
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
