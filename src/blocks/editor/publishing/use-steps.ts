import { useCallback, useMemo, useRef, useState } from '@wordpress/element';
import { type Draft, type Fields, isSameDraft } from '../saving/articles.js';
import { type StepName, withoutStep, withStep } from './step.js';

/** Requested steps, until they are taken. */
export interface Steps {
  /** Step that is pending; null for none. */
  readonly requestedStep: StepName | null;
  /** Step that the last save left out; null for none. */
  readonly missed: StepName | null;
  /** @param draft text that the step is requested with */
  ask(name: StepName, draft: Draft): void;
  /**
   * Returns the draft to send. A step is only taken with the text that it was requested with, however many retries
   * that takes: the user has not approved later text for publication.
   * @param isAgain after {@link ask}, or after a failed attempt
   */
  toSend(draft: Draft, stored: Fields | null, isAgain: boolean): Draft;
  /** Call after each save. */
  settle(): void;
  dismiss(): void;
}

export function useSteps({ mayPublish }: { mayPublish: boolean }): Steps {
  const pending = useRef<{ readonly name: StepName; readonly draft: Draft } | null>(null);
  const isTaking = useRef(false);
  const [pendingStep, setPendingStep] = useState<StepName | null>(null);
  const [missed, setMissed] = useState<StepName | null>(null);

  const ask = useCallback((name: StepName, draft: Draft) => {
    pending.current = { name, draft };
    setPendingStep(name);
    setMissed(null);
  }, []);
  const toSend = useCallback(
    (draft: Draft, stored: Fields | null, isAgain: boolean): Draft => {
      const situation = { stored, fields: draft.fields, mayPublish };
      isTaking.current = isAgain && pending.current !== null && isSameDraft(pending.current.draft, draft);
      const fields = isTaking.current ? withStep(situation, new Date()) : withoutStep(situation, new Date());
      return { ...draft, fields };
    },
    [mayPublish],
  );
  const settle = useCallback(() => {
    setMissed(isTaking.current ? null : (pending.current?.name ?? null));
    setPendingStep(null);
    pending.current = null;
  }, []);
  const dismiss = useCallback(() => setMissed(null), []);

  return useMemo(
    () => ({ requestedStep: pendingStep, missed, ask, toSend, settle, dismiss }),
    [pendingStep, missed, ask, toSend, settle, dismiss],
  );
}
