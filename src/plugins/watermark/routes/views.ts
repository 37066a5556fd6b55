import type { LoggedError } from '../error-log.js';
import type { OutcomeNote, SkipReason } from '../protocol/outcome.js';
import { percentOf, type Run } from '../runs/run.js';
import type { BatchResult, PictureResult } from '../work/batch.js';

export function batchView(batch: BatchResult) {
  return {
    success: true,
    processed: batch.processed + batch.skipped,
    failed: batch.failed,
    skipped: batch.skipped,
    total: batch.total,
    completed: batch.completed,
    next_offset: batch.nextOffset,
    last_id: batch.lastId,
    run_id: batch.runId,
    errors: batch.results
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ attachmentId, code }) => ({ attachment_id: attachmentId, error_code: code ?? '' })),
    notes: batch.results.flatMap(({ attachmentId, notes }) =>
      notes.map((note) => ({ attachment_id: attachmentId, note })),
    ),
  };
}

export function resultView({ attachmentId, outcome, code, message, notes }: PictureResult) {
  const reason = outcome === 'skipped' ? SKIPPED[code as SkipReason] : message;
  return {
    attachment_id: attachmentId,
    success: outcome !== 'failed',
    code: code ?? 'done',
    message: reason ?? withNotes('Done.', notes),
    notes,
  };
}

/** Appends the notes to a message for users. */
export function withNotes(message: string, notes: readonly OutcomeNote[]): string {
  return [message, ...notes.map((note) => NOTES[note])].join(' ');
}

const NOTES: Readonly<Record<OutcomeNote, string>> = {
  colourspace_converted:
    'The original is for print (CMYK); the marked image has screen colors (sRGB). The backup is unchanged.',
  animation_lost:
    'The original is an animated PNG; the marked image shows its first frame. Use GIF or WebP to keep the animation. The backup is unchanged.',
};

/** Messages for users about skipped images. */
export const SKIPPED: Readonly<Record<SkipReason, string>> = {
  up_to_date: 'The image is already up to date.',
  excluded: 'The image is excluded.',
  post_type: 'The image does not belong to a post of the marked types.',
  too_small: 'The image is too small for the mark.',
  unsupported_type: 'Files of this type are not marked.',
  locked: 'Another process is working on the image. Try again in a minute.',
  gone: 'The image no longer exists.',
  not_marked: 'The image has no mark.',
};

/** Formats a time as the API does: `YYYY-MM-DD HH:MM:SS` in UTC. */
function toMoment(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}

export function errorView({ id, attachmentId, runId, code, message, createdAt }: LoggedError) {
  return {
    id,
    attachment_id: attachmentId,
    error_message: message,
    error_code: code,
    run_id: runId,
    created_at: toMoment(createdAt),
  };
}

export function runView(run: Run) {
  const { id, work, state, forced, retryOf, total, processed, failed, skipped, secondsLeft, userId, error } = run;
  return {
    id,
    work,
    state,
    force: forced,
    retry_of: retryOf,
    total,
    processed,
    failed,
    skipped,
    percent: percentOf(run),
    seconds_left: secondsLeft,
    user_id: userId,
    error,
    created_at: toMoment(run.createdAt),
    started_at: run.startedAt && toMoment(run.startedAt),
    ended_at: run.endedAt && toMoment(run.endedAt),
  };
}
