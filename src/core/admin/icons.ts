import { isSafeHtml, type SafeHtml, safeHtml } from '../html/safe-html.js';

/** Icon outlines on a 24 by 24 grid, drawn with a 1.75 stroke in the text color. */
const SHAPES = {
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 4.5a3.5 3.5 0 0 1 0 6.5M17.5 14a6.5 6.5 0 0 1 4 6',
  profile: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  roles: 'M12 3l8 3v6c0 4.5-3.3 7.6-8 9-4.7-1.4-8-4.5-8-9V6zM9 12l2 2 4-4',
  key: 'M14.5 9.5a4.5 4.5 0 1 0-4.3 4.5L12 16h2v2h2v2h4v-3.5l-5.8-5.8M8 8h.01',
  routes:
    'M6 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 21a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 5h7a3.5 3.5 0 0 1 0 7H9a3.5 3.5 0 0 0 0 7h7',
  report: 'M6 3h8l4 4v14H6zM14 3v4h4M9 16v-2M12 16v-5M15 16v-3',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  media: 'M4 5h16v14H4zM4 16l5-5 4 4 2-2 5 4M15.5 9.5h.01',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  chart: 'M4 4v16h16M8 16v-4M12 16V8M16 16v-6',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l4.5 4.5',
  money: 'M3 6h18v12H3zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 9v.01M18 15v.01',
  mail: 'M3 6h18v12H3zM3.5 7l8.5 6 8.5-6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  history: 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4l3 2',
  link: 'M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  plugin: 'M9 4a2 2 0 0 1 4 0v2h5v5h-2a2 2 0 0 0 0 4h2v5H5v-5H3.5a2 2 0 0 1 0-4H5V6h4z',
} as const;

/** Name of a built-in menu icon. */
export type AdminIcon = keyof typeof SHAPES;

/** Renders a menu icon, hidden from assistive technology because the label says the same. */
export function iconOf(icon: AdminIcon | SafeHtml = 'plugin'): SafeHtml {
  if (isSafeHtml(icon)) return icon;
  return safeHtml(
    `<svg class="m-icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><path d="${SHAPES[icon]}"/></svg>`,
  );
}
