/**
 * Decides which dispatches take the slow way, where they can be measured, observed and traced. All others pay one
 * subtraction and one comparison: `if (--gate.left < 0 ...)`.
 */
export interface Gate {
  /** Dispatches until the next that has to stop; counted down by those who pass. */
  left: number;
  /** Whether all dispatches stop, also those of hooks without callbacks, where there is nothing to measure. */
  isForced: boolean;
  /** For a dispatch that has stopped: says whether it is one to measure, and lets the next ones pass. */
  take(): boolean;
  /** Stops every dispatch until `release` was called as often as this. */
  force(): void;
  release(): void;
}

/** Never, as an integer that the engine keeps unboxed. */
const NEVER = 2 ** 30;

/**
 * @param sampleEvery how many dispatches lie between two that are measured, on average; 1 for all, Infinity for none.
 *   The distance is random: a regular one would meet the same hook again and again where hooks follow each other in a
 *   fixed order.
 */
export function createGate(sampleEvery: number): Gate {
  const samples = Number.isFinite(sampleEvery);
  let forced = 0;
  /** What `left` would be if nothing were forced. */
  let remaining = nextDistance();

  /** Uniform between 0 and 2 (n - 1), so that every n-th is measured on average. */
  function nextDistance(): number {
    return samples ? Math.round(Math.random() * 2 * (sampleEvery - 1)) : NEVER;
  }

  const gate: Gate = {
    left: remaining,
    isForced: false,

    take() {
      const isDue = forced === 0 || --remaining < 0;
      if (isDue) remaining = nextDistance();
      gate.left = forced > 0 ? 0 : remaining;
      return isDue && samples;
    },

    force() {
      if (forced++ === 0) remaining = gate.left;
      gate.left = 0;
      gate.isForced = true;
    },

    release() {
      if (--forced > 0) return;
      gate.left = Math.max(0, remaining);
      gate.isForced = false;
    },
  };
  return gate;
}
