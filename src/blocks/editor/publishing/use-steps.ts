import { useCallback, useMemo, useRef, useState } from '@wordpress/element';
import { type Draft, type Fields, isSameDraft } from '../saving/articles.js';
import { type StepName, withoutStep, withStep } from './step.js';

/** Steps that somebody has asked for, until they are taken. */
export interface Steps {
  /** That of which nobody knows yet whether it can be taken; null for none. */
  readonly asked: StepName | null;
  /** That which the last save left out; null for none. */
  readonly missed: StepName | null;
  /** @param draft the text that it is asked for with */
  ask(name: StepName, draft: Draft): void;
  /**
   * What a save sends. A step is taken with the text that it was asked for with, however often that has to be tried: of
   * what was written since nobody has said that it may be seen.
   * @param isAgain after {@link ask}, or after a try that failed
   */
  toSend(draft: Draft, stored: Fields | null, isAgain: boolean): Draft;
  /** Something was saved. */
  settle(): void;
  dismiss(): void;
}

export function useSteps({ mayPublish }: { mayPublish: boolean }): Steps {
  const wanted = useRef<{ readonly name: StepName; readonly draft: Draft } | null>(null);
  const isTaking = useRef(false);
  const [asked, setAsked] = useState<StepName | null>(null);
  const [missed, setMissed] = useState<StepName | null>(null);

  const ask = useCallback((name: StepName, draft: Draft) => {
    wanted.current = { name, draft };
    setAsked(name);
    setMissed(null);
  }, []);
  const toSend = useCallback(
    (draft: Draft, stored: Fields | null, isAgain: boolean): Draft => {
      const situation = { stored, fields: draft.fields, mayPublish };
      isTaking.current = isAgain && wanted.current !== null && isSameDraft(wanted.current.draft, draft);
      const fields = isTaking.current ? withStep(situation, new Date()) : withoutStep(situation, new Date());
      return { ...draft, fields };
    },
    [mayPublish],
  );
  const settle = useCallback(() => {
    setMissed(isTaking.current ? null : (wanted.current?.name ?? null));
    setAsked(null);
    wanted.current = null;
  }, []);
  const dismiss = useCallback(() => setMissed(null), []);

  return useMemo(
    () => ({ asked, missed, ask, toSend, settle, dismiss }),
    [asked, missed, ask, toSend, settle, dismiss],
  );
}
