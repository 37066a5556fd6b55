/** Counts the turns that the event loop makes until the work is done. */
export async function countTurns<Result>(work: () => Result | Promise<Result>): Promise<[turns: number, Result]> {
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  try {
    const result = await work();
    return [turns, result];
  } finally {
    clearImmediate(next);
  }
}
