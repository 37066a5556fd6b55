import { type AdminRequest, createValidators, idOf, type Validator } from '../../../../index.js';
import { SETTINGS_CHANGES } from '../../settings/changes-schema.js';
import type { SettingsChanges } from '../../settings/settings.js';
import { membersIn } from './json-object.js';

/** What the address of the page carries, so that a design can be looked at without a script and without being saved. */
export interface Draft {
  readonly changes: SettingsChanges;
  /** The picture that the design is shown on; 0 for the sample, null for none in particular. */
  readonly pictureId: number | null;
  /** What is looked for among the pictures that may be the mark. */
  readonly search: string;
}

/** Whoever writes into the address what is no design gets the one that is saved. */
export type ReadDraft = (request: Pick<AdminRequest, 'query'>) => Draft;

export function createReadDraft(): ReadDraft {
  /** Compiled with the first draft, and for all that follow. */
  let validator: Validator | undefined;

  function changesIn(text: unknown): SettingsChanges {
    const value = typeof text === 'string' ? membersIn(text) : {};
    validator ??= createValidators()(SETTINGS_CHANGES);
    const isKnown = Object.keys(value).every((name) => Object.hasOwn(SETTINGS_CHANGES, name));
    // What has no fault fits the schema.
    return isKnown && Object.keys(validator(value)).length === 0 ? (value as SettingsChanges) : {};
  }

  return ({ query: { draft, picture, marks } }) => ({
    changes: changesIn(draft),
    pictureId: idOf(picture),
    search: typeof marks === 'string' ? marks : '',
  });
}

/** For addresses; what says nothing is left out. */
export function draftQuery({ changes, pictureId, search }: Draft): Record<string, string> {
  return {
    ...(Object.keys(changes).length === 0 ? {} : { draft: JSON.stringify(changes) }),
    ...(pictureId === null ? {} : { picture: String(pictureId) }),
    ...(search === '' ? {} : { marks: search }),
  };
}
