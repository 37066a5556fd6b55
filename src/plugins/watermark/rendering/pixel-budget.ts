/**
 * Lets pictures in as long as their pixels together stay below a budget, so that memory is that of a few pictures and not
 * of how many are worked on. One that is larger than the budget is worked on alone. First come, first served.
 */
export interface Admission {
  run<T>(pixels: number, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  readonly pixels: number;
  enter(): void;
}

/**
 * @param budget pixels of all pictures in hand together
 * @param most pictures at once, asked for each time since settings change
 */
export function createAdmission(budget: number, most: () => number): Admission {
  const waiting: Waiting[] = [];
  let pixelsInside = 0;
  let inside = 0;

  function admit(): void {
    for (let next = waiting[0]; next; next = waiting[0]) {
      const fits = inside === 0 || (inside < most() && pixelsInside + next.pixels <= budget);
      if (!fits) return;
      waiting.shift();
      inside += 1;
      pixelsInside += next.pixels;
      next.enter();
    }
  }

  return {
    async run(pixels, work) {
      await new Promise<void>((enter) => {
        waiting.push({ pixels, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        inside -= 1;
        pixelsInside -= pixels;
        admit();
      }
    },
  };
}
