/**
 * Decides which dispatches take the slow path, where they are measured, observed and traced. All others pay for one
 * subtraction and one comparison: `if (--gate.left < 0 ...)`.
 */
export interface Gate {
  /** Number of dispatches until the next slow one. Each dispatch decrements it. */
  left: number;
  /**
   * Whether every dispatch takes the slow path, even for hooks without callbacks, where there is nothing to measure.
   */
  isForced: boolean;
  /** Called by a slow dispatch: returns whether to measure it, and resets the countdown. */
  take(): boolean;
  /** Forces every dispatch onto the slow path until `release` has been called as often. */
  force(): void;
  release(): void;
}

/** Effectively infinite, but a small integer that the engine keeps unboxed. */
const NEVER = 2 ** 30;

/**
 * @param sampleEvery average number of dispatches per measured one; 1 for all, Infinity for none. The interval is
 *   random: a fixed one could hit the same hook every time when hooks are dispatched in a fixed order.
 */
export function createGate(sampleEvery: number): Gate {
  const samples = Number.isFinite(sampleEvery);
  let forced = 0;
  /** Value that `left` would have if nothing were forced. */
  let remaining = nextDistance();

  /** Uniform between 0 and 2 (n - 1), so that one in n is measured on average. */
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
