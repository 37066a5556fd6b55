/**
 * Limits the pixels of concurrently processed images, and with them the memory in use. An image larger than the
 * budget is processed on its own. First come, first served.
 */
export interface Admission {
  run<T>(pixels: number, work: () => Promise<T>): Promise<T>;
}

interface WaitingRequest {
  readonly pixels: number;
  enter(): void;
}

/**
 * Creates a limiter.
 * @param budget maximum pixels of all images in progress
 * @param most returns the maximum number of concurrent images; called each time, because settings change
 */
export function createAdmission(budget: number, most: () => number): Admission {
  const waiting: WaitingRequest[] = [];
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
