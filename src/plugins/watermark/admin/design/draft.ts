import type { AdminRequest } from '../../../../admin.js';
import { idOf } from '../../../../pages.js';
import { createValidators, type Validator } from '../../../../rest.js';
import { SETTINGS_CHANGES, type SettingsChanges } from '../../settings/schema.js';
import { membersIn } from './submitted-design.js';

/** Draft of a design in the page's URL, so that it can be previewed without a script or saving. */
export interface Draft {
  readonly changes: SettingsChanges;
  /** Image of the preview; 0 for the sample, null for the default. */
  readonly pictureId: number | null;
  /** Search among the images that can be the watermark. */
  readonly search: string;
}

/** Reads the draft. An invalid one yields the saved design. */
export type ReadDraft = (request: Pick<AdminRequest, 'query'>) => Draft;

export function createReadDraft(): ReadDraft {
  /** Compiled on first use and reused. */
  let validator: Validator | undefined;

  function changesIn(text: unknown): SettingsChanges {
    const value = typeof text === 'string' ? membersIn(text) : {};
    validator ??= createValidators()(SETTINGS_CHANGES);
    const isKnown = Object.keys(value).every((name) => Object.hasOwn(SETTINGS_CHANGES, name));
    // Validated by the schema.
    return isKnown && Object.keys(validator(value)).length === 0 ? (value as SettingsChanges) : {};
  }

  return ({ query: { draft, picture, marks } }) => ({
    changes: changesIn(draft),
    pictureId: idOf(picture),
    search: typeof marks === 'string' ? marks : '',
  });
}

/** Returns the query parameters of a draft, without empty ones. */
export function draftQuery({ changes, pictureId, search }: Draft): Record<string, string> {
  return {
    ...(Object.keys(changes).length === 0 ? {} : { draft: JSON.stringify(changes) }),
    ...(pictureId === null ? {} : { picture: String(pictureId) }),
    ...(search === '' ? {} : { marks: search }),
  };
}
