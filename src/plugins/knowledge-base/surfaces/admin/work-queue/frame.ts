/** Paths of the work list and of the broken links, relative to the admin area. */
export const WORK_PATH = '/kb/work';
export const LINKS_PATH = '/kb/links';
