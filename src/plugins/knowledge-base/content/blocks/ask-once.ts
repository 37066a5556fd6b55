/** Runs one query for all inputs with the same name. Lists with equal settings on one page share the result. */
export function askOnce<Wanted, Answer>(
  wanted: readonly Wanted[],
  nameOf: (one: Wanted) => string,
  ask: (one: Wanted) => Promise<Answer>,
): Promise<Answer[]> {
  const asked = new Map<string, Promise<Answer>>();
  return Promise.all(
    wanted.map((one) => {
      const name = nameOf(one);
      const answer = asked.get(name) ?? ask(one);
      asked.set(name, answer);
      return answer;
    }),
  );
}
