import type { SecretBox } from '../crypto/secret-box.js';
import { isRecord } from '../record.js';
import type { SettingsGroup } from './group.js';

type Values = Record<string, unknown>;

/** Values as they lie in the database, where those of `writeOnly` settings are sealed. */
export interface SealedValues {
  /** @param onLost hears of secrets that cannot be opened any more, which are absent from what is returned */
  open(stored: unknown, onLost?: (field: string) => void): Values;
  seal(values: Values): Values;
  /** What cannot be opened, as it lies there: the secret that opens it may come back. */
  lost(stored: unknown): Values;
  /** Whether there is a secret that is not sealed, or with a secret of the site that is on its way out. */
  isOutdated(stored: unknown): boolean;
}

export function createSealedValues({ name, schema }: SettingsGroup, box: SecretBox): SealedValues {
  const secrets = Object.entries(schema.properties).flatMap(([field, { writeOnly }]) => (writeOnly ? [field] : []));
  const about = (field: string): string => `settings ${name} ${field}`;
  const secretsIn = (values: Values): [field: string, text: string][] =>
    secrets.flatMap((field) => {
      const value = values[field];
      return typeof value === 'string' && value !== '' ? [[field, value]] : [];
    });
  return {
    open(stored, onLost) {
      const values: Values = isRecord(stored) ? { ...stored } : {};
      for (const [field, text] of secretsIn(values)) {
        values[field] = box.open(text, about(field));
        if (values[field] !== null) continue;
        delete values[field];
        onLost?.(field);
      }
      return values;
    },
    seal(values) {
      const sealed = secretsIn(values).map(([field, text]) => [field, box.seal(text, about(field))]);
      return { ...values, ...Object.fromEntries(sealed) };
    },
    lost(stored) {
      const texts = isRecord(stored) ? secretsIn(stored) : [];
      return Object.fromEntries(texts.filter(([field, text]) => box.open(text, about(field)) === null));
    },
    isOutdated(stored) {
      const texts = isRecord(stored) ? secretsIn(stored) : [];
      return texts.some(([field, text]) => !box.isCurrent(text) && box.open(text, about(field)) !== null);
    },
  };
}
