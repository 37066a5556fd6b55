/**
 * Like `Promise.all`, but it waits for the others too when one fails: who tidies up afterwards meets nobody at work.
 * @throws the first failure in the order of `work`
 */
export async function allEnded<T>(work: Iterable<Promise<T>>): Promise<T[]> {
  const results = await Promise.allSettled(work);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
