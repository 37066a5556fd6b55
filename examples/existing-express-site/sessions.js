import { randomUUID } from 'node:crypto';

const people = new Map([
  ['ada', { id: 1, name: 'Ada', email: 'ada@example.com', roles: ['administrator'] }],
  ['bob', { id: 2, name: 'Bob', email: 'bob@example.com', roles: ['subscriber'] }],
]);

/** The shop's own sessions, in memory: in their place a real site has express-session or the like. */
export function sessions() {
  const records = new Map();
  return {
    middleware(request, _response, next) {
      request.sessionId = /(?:^|;\s*)shop_session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
      request.customer = records.get(request.sessionId);
      next();
    },
    /** A demonstration: a name is enough, and that is all the protection this login has. */
    logIn(request, response) {
      const customer = people.get(request.body?.name);
      if (!customer) return response.status(401).send('There are only ada and bob here.');
      const id = randomUUID();
      records.set(id, customer);
      response.cookie('shop_session', id, { httpOnly: true, sameSite: 'lax' }).redirect(303, '/');
    },
    logOut(request, response) {
      records.delete(request.sessionId);
      response.clearCookie('shop_session').redirect(303, '/');
    },
  };
}
