/** How the knowledge base is used, below the admin area. */
export const KB_STATISTICS_PATH = '/kb/statistics';
