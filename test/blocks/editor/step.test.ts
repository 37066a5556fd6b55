import { describe, expect, it } from 'vitest';
import { nextStep, withoutStep, withStep } from '../../../src/blocks/editor/publishing/step.js';

const NOW = new Date('2026-06-01T12:00:00Z');
const LATER = '2026-06-02T12:00:00Z';
const BEFORE = '2026-05-02T12:00:00Z';

const stored = (status: string, published_at: string | null = null) => ({ status, published_at });

describe('main button of the editor', () => {
  it.each([
    ['something new', null, {}, 'publish', 'publish'],
    ['a draft', stored('draft'), {}, 'publish', 'publish'],
    ['a draft with a date to come', stored('draft'), { date: LATER }, 'schedule', 'future'],
    ['a draft that kept a date to come', stored('draft', LATER), {}, 'schedule', 'future'],
    ['a draft whose date was taken away', stored('draft', LATER), { date: undefined }, 'publish', 'publish'],
    ['a draft for review', stored('draft'), { status: 'pending' }, 'submit', 'pending'],
    ['what waits for review', stored('pending'), {}, 'publish', 'publish'],
    ['what is scheduled', stored('future', LATER), {}, null, 'future'],
    ['what is scheduled for another day', stored('future', LATER), { date: '2026-07-01T00:00:00Z' }, null, 'future'],
    [
      'what is scheduled, at once',
      stored('future', LATER),
      { status: 'publish', date: undefined },
      'publish',
      'publish',
    ],
    ['what is published', stored('publish', BEFORE), {}, null, 'publish'],
    ['what is published, taken back', stored('publish', BEFORE), { status: 'draft' }, 'take-back', 'draft'],
    ['what is published, put off', stored('publish', BEFORE), { date: LATER }, 'schedule', 'future'],
    ['what is published, archived', stored('publish', BEFORE), { status: 'archived' }, 'archive', 'archived'],
    ['what is archived', stored('archived', BEFORE), {}, null, 'archived'],
  ])('%s', (_what, body, fields, name, status) => {
    expect(nextStep({ stored: body, fields, mayPublish: true }, NOW)).toMatchObject({ name, status });
  });

  it.each([
    ['something new', null, 'submit', 'pending'],
    ['a draft', stored('draft'), 'submit', 'pending'],
    ['what waits for review', stored('pending'), null, 'pending'],
  ])('without permission to publish: %s', (_what, body, name, status) => {
    expect(nextStep({ stored: body, fields: {}, mayPublish: false }, NOW)).toMatchObject({ name, status });
  });

  it('leaves a save-only button for new and pending articles', () => {
    const canWait = (body: object | null): boolean =>
      nextStep({ stored: body as never, fields: { status: 'publish' }, mayPublish: true }, NOW).canWait;
    expect(canWait(null)).toBe(true);
    expect(canWait(stored('pending'))).toBe(true);
    expect(canWait(stored('archived', BEFORE))).toBe(false);
  });
});

describe('request of a save', () => {
  it('includes the status and all changes with the step', () => {
    const fields = { tags: ['a'], date: LATER };
    expect(withStep({ stored: null, fields, mayPublish: true }, NOW)).toEqual({ ...fields, status: 'future' });
    const updated = { stored: stored('publish', BEFORE), fields: { tags: ['a'], status: undefined }, mayPublish: true };
    expect(withStep(updated, NOW)).toEqual({ tags: ['a'] });
  });

  it('omits the status, and a date that would change it, without the step', () => {
    const fields = { tags: ['a'], status: 'publish', date: LATER };
    const send = (body: ReturnType<typeof stored>) => withoutStep({ stored: body, fields, mayPublish: true }, NOW);
    expect(send(stored('draft'))).toEqual({ tags: ['a'], date: LATER });
    expect(send(stored('future', LATER))).toEqual({ tags: ['a'], date: LATER });
    expect(send(stored('publish', BEFORE))).toEqual({ tags: ['a'] });
  });
});
