import { useCallback, useEffect, useRef, useState } from '@wordpress/element';
import type { EditedDocument } from '../document/use-document.js';
import type { Fields } from '../saving/articles.js';
import type { Saving } from '../saving/use-saving.js';
import { nextStep, type Situation, type Step, statusOf, withoutStep, withStep } from './step.js';

/** What a save has made of the text beside keeping it. */
export interface Outcome {
  readonly status: string;
  /** Its page; null where readers find none. */
  readonly link: string | null;
  /** When it is published, or was; null for not. */
  readonly date: string | null;
}

export interface Publishing {
  readonly step: Step;
  /** Takes the step, with all that was written. */
  takeStep(): Promise<void>;
  /** What became of the state at last; null once it was taken note of. */
  readonly outcome: Outcome | null;
  dismiss(): void;
}

/** States whose page readers find. */
const SEEN: ReadonlySet<string> = new Set(['publish', 'archived']);

/** Which fields the next save sends: without a step, unless it is being taken. */
export function useStep({
  mayPublish,
}: {
  mayPublish: boolean;
}): [fieldsFor: (fields: Fields, stored: Fields | null) => Fields, taking: { current: boolean }] {
  const taking = useRef(false);
  const fieldsFor = useCallback(
    (fields: Fields, stored: Fields | null): Fields => {
      const situation = { stored, fields, mayPublish };
      return taking.current ? withStep(situation, new Date()) : withoutStep(situation, new Date());
    },
    [mayPublish],
  );
  return [fieldsFor, taking];
}

export function usePublishing(
  { fields }: Pick<EditedDocument, 'fields'>,
  { stored, save }: Pick<Saving, 'stored' | 'save'>,
  taking: { current: boolean },
  { mayPublish }: { mayPublish: boolean },
): Publishing {
  const body = stored?.body ?? null;
  const situation: Situation = { stored: body, fields, mayPublish };
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const before = useRef(statusOf(situation));

  useEffect(() => {
    if (!body) return;
    const status = statusOf({ stored: body });
    if (status !== before.current) setOutcome(outcomeOf(status, body));
    before.current = status;
  }, [body]);

  async function takeStep(): Promise<void> {
    setOutcome(null);
    taking.current = true;
    try {
      await save();
    } finally {
      taking.current = false;
    }
  }

  return { step: nextStep(situation, new Date()), takeStep, outcome, dismiss: () => setOutcome(null) };
}

function outcomeOf(status: string, { link, published_at }: Fields): Outcome {
  return {
    status,
    link: SEEN.has(status) && typeof link === 'string' ? link : null,
    date: typeof published_at === 'string' ? published_at : null,
  };
}
