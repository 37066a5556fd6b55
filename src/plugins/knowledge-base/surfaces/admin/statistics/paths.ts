/** Path of the usage statistics, relative to the admin area. */
export const KB_STATISTICS_PATH = '/kb/statistics';
