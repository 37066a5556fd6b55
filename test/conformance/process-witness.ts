/** Errors and warnings that the process reported while it was watched. */
export interface ProcessWitness {
  readonly complaints: readonly string[];
  stop(): void;
}

const EVENTS = ['unhandledRejection', 'uncaughtExceptionMonitor', 'warning'] as const;

/** Watches the process for unhandled rejections, uncaught exceptions and warnings, which no request may cause. */
export function watchProcess(): ProcessWitness {
  const complaints: string[] = [];
  const listeners = EVENTS.map((event) => {
    const listener = (reason: unknown): void => void complaints.push(`${event}: ${String(reason)}`);
    process.on(event, listener);
    return () => process.off(event, listener);
  });
  return {
    complaints,
    stop() {
      for (const remove of listeners) remove();
    },
  };
}
