import { useEffect, useRef, useState } from '@wordpress/element';
import { type EditedDocument, toDraft } from '../document/use-document.js';
import type { Fields } from '../saving/articles.js';
import type { Saving } from '../saving/use-saving.js';
import { nextStep, type Situation, type Step, type StepName, statusOf } from './step.js';
import type { Steps } from './use-steps.js';

/** Change of status made by a save. */
export interface Outcome {
  readonly status: string;
  /** URL of its page; null if it is not public. */
  readonly link: string | null;
  /** Date of publication; null for none. */
  readonly date: string | null;
}

export interface Publishing {
  readonly step: Step;
  /** Takes the step, with all current text. */
  takeStep(): Promise<void>;
  /** Last change of status; null once dismissed. */
  readonly outcome: Outcome | null;
  /** Step that was requested and that the last save left out; null for none. */
  readonly missed: StepName | null;
  dismiss(): void;
}

/** Statuses whose page is public. */
const SEEN: ReadonlySet<string> = new Set(['publish', 'archived']);

export function usePublishing(
  edited: Pick<EditedDocument, 'title' | 'content' | 'fields'>,
  { stored, isSaving, again }: Pick<Saving, 'stored' | 'isSaving' | 'again'>,
  steps: Steps,
  { mayPublish }: { mayPublish: boolean },
): Publishing {
  const body = stored?.body ?? null;
  const situation: Situation = { stored: body, fields: edited.fields, mayPublish };
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const before = useRef(statusOf(situation));

  useEffect(() => {
    if (!body) return;
    const status = statusOf({ stored: body });
    if (status !== before.current) setOutcome(outcomeOf(status, body));
    before.current = status;
  }, [body]);

  const step = nextStep(situation, new Date());
  async function takeStep(): Promise<void> {
    if (isSaving || step.name === null) return;
    setOutcome(null);
    steps.ask(step.name, toDraft(edited));
    await again();
  }
  function dismiss(): void {
    setOutcome(null);
    steps.dismiss();
  }

  return { step, takeStep, outcome, missed: steps.missed, dismiss };
}

function outcomeOf(status: string, { link, published_at }: Fields): Outcome {
  return {
    status,
    link: SEEN.has(status) && typeof link === 'string' ? link : null,
    date: typeof published_at === 'string' ? published_at : null,
  };
}
