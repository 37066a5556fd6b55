/** Applications per IP address, counted for the form and REST together. */
export const REGISTRATION_LIMIT = { name: 'register', max: 5, window: '10m', by: 'ip' } as const;
