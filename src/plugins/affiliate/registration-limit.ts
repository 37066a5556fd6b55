/** Applications per IP address, counted for the form and REST together. */
export const REGISTRATION_LIMIT = { name: 'register', max: 5, window: '10m', by: 'ip' } as const;

/** Applications by visitors without an account in the whole site: each sends an email to an unproven address. */
export const VISITOR_REGISTRATION_LIMIT = { max: 200, window: '1h' } as const;
