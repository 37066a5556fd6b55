/**
 * Picks the `k` slots with the highest scores, best first; equal scores in slot order. Uses a heap of the best so
 * far with the worst on top: n log k, and no object per slot.
 * @param slots only the first `count` are read
 */
export function topK(slots: Uint32Array, count: number, scores: Float64Array, k: number): number[] {
  const heap: number[] = [];
  const scoreOf = (slot: number): number => scores[slot] ?? 0;
  const isWorse = (a: number, b: number): boolean => scoreOf(a) < scoreOf(b) || (scoreOf(a) === scoreOf(b) && a > b);
  const at = (place: number): number => heap[place] ?? 0;

  function rise(place: number): void {
    const slot = at(place);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isWorse(slot, at(parent))) break;
      heap[place] = at(parent);
      place = parent;
    }
    heap[place] = slot;
  }

  function sink(slot: number): void {
    let place = 0;
    for (let child = 1; child < heap.length; child = 2 * place + 1) {
      if (child + 1 < heap.length && isWorse(at(child + 1), at(child))) child++;
      if (!isWorse(at(child), slot)) break;
      heap[place] = at(child);
      place = child;
    }
    heap[place] = slot;
  }

  if (k <= 0) return heap;
  for (let i = 0; i < count; i++) {
    const slot = slots[i] ?? 0;
    if (heap.length < k) {
      heap.push(slot);
      rise(heap.length - 1);
    } else if (isWorse(at(0), slot)) {
      sink(slot);
    }
  }
  return heap.sort((a, b) => (isWorse(b, a) ? -1 : 1));
}
