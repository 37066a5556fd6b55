/** How often one address applies: by the form and over REST together. */
export const REGISTRATION_LIMIT = { name: 'register', max: 5, window: '10m', by: 'ip' } as const;
