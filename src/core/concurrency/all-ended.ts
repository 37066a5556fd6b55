/**
 * Like `Promise.all`, but waits for all promises even if one fails, so that cleanup never runs alongside the work.
 * @throws the first failure in the order of `work`
 * @experimental
 */
export async function allEnded<T>(work: Iterable<Promise<T>>): Promise<T[]> {
  const results = await Promise.allSettled(work);
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}
