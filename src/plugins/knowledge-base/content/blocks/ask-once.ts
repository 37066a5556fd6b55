/** Runs one query for all inputs with the same name. Lists with equal settings on one page share the result. */
export function askOnce<Wanted, Answer>(
  requests: readonly Wanted[],
  nameOf: (one: Wanted) => string,
  ask: (one: Wanted) => Promise<Answer>,
): Promise<Answer[]> {
  const pending = new Map<string, Promise<Answer>>();
  return Promise.all(
    requests.map((request) => {
      const name = nameOf(request);
      const response = pending.get(name) ?? ask(request);
      pending.set(name, response);
      return response;
    }),
  );
}
