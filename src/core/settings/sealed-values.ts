import type { SecretBox } from '../crypto/secret-box.js';
import { isRecord } from '../record.js';
import type { SettingsGroup } from './group.js';

type Values = Record<string, unknown>;

/** Values as stored in the database, with `writeOnly` settings encrypted. */
export interface SealedValues {
  /**
   * Decrypts stored values.
   * @param onLost called for each secret that cannot be decrypted and is omitted from the result
   */
  open(stored: unknown, onLost?: (field: string) => void): Values;
  seal(values: Values): Values;
  /** Secrets that cannot be decrypted, in their stored form, in case the site's secret is restored. */
  lost(stored: unknown): Values;
  /** Whether a secret is stored unencrypted, or encrypted with a previous secret of the site. */
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
