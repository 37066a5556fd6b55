/** Runs one query for all inputs with the same name. Lists with equal settings on one page share the result. */
export function askOnce<Wanted, Answer>(
  requests: readonly Wanted[],
  nameOf: (one: Wanted) => string,
  ask: (one: Wanted) => Promise<Answer>,
): Promise<Answer[]> {
  const pending = new Map<string, Promise<Answer>>();
  return Promise.all(
    requests.map((one) => {
      const name = nameOf(one);
      const answer = pending.get(name) ?? ask(one);
      pending.set(name, answer);
      return answer;
    }),
  );
}
