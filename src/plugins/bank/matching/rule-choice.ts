import { bool, type Database, json, utc } from '../../../database.js';
import { invalidParam } from '../transactions/errors.js';
import type { MatchRule } from './rule.js';
import { MATCH_RULES } from './rules.js';

/** A rule with the site's settings for it. */
export interface ChosenRule {
  readonly name: string;
  readonly score: number;
  readonly outcome: string;
  readonly direction: string;
  readonly needs: string;
  readonly isEnabled: boolean;
  /** Rules with smaller numbers are applied first. */
  readonly position: number;
}

/** Rules that a site uses, and their order. */
export interface RuleChoice {
  /** Returns the enabled rules in the order in which they are applied. */
  used(): Promise<readonly MatchRule[]>;
  /** Lists all rules, including disabled ones. */
  list(): Promise<readonly ChosenRule[]>;
  /**
   * Changes the settings of a rule.
   * @throws HostError 400 `vendor_bank_invalid_param` for an unknown rule
   */
  set(
    name: string,
    choice: { readonly isEnabled?: boolean | undefined; readonly position?: number | undefined },
  ): Promise<void>;
  /**
   * Sets the order of all rules, atomically.
   * @param names all rules, each exactly once
   * @throws HostError 400 `vendor_bank_invalid_param`
   */
  arrange(names: readonly string[]): Promise<void>;
  /** Resets all rules to their defaults. */
  resetAll(): Promise<void>;
  /** Resets a rule to its defaults. */
  reset(name: string): Promise<void>;
}

/** Gap between positions, for inserting rules. */
const STEP = 10;

export interface RuleChoiceParts {
  readonly db: Database;
  readonly now: () => Date;
}

export function createRuleChoice({ db, now }: RuleChoiceParts): RuleChoice {
  async function arranged(): Promise<{ rule: MatchRule; isEnabled: boolean; position: number }[]> {
    const rows = await db.query.selectFrom('bank_rules').select(['name', 'is_enabled', 'position']).execute();
    return MATCH_RULES.map((rule, index) => {
      const row = rows.find(({ name }) => name === rule.name);
      const isEnabled = row ? bool.decode(row.is_enabled) : true;
      return { rule, isEnabled, position: row?.position ?? (index + 1) * STEP };
    }).toSorted((one, other) => one.position - other.position);
  }

  return {
    async used() {
      return (await arranged()).filter(({ isEnabled }) => isEnabled).map(({ rule }) => rule);
    },
    async list() {
      return (await arranged()).map(({ rule: { name, score, outcome, direction, needs }, isEnabled, position }) => ({
        name,
        score,
        outcome,
        direction,
        needs,
        isEnabled,
        position,
      }));
    },
    async set(name, choice) {
      const present = (await arranged()).find(({ rule }) => rule.name === name);
      if (!present) {
        throw invalidParam('name', `Choose one of the rules: ${MATCH_RULES.map((rule) => rule.name).join(', ')}.`);
      }
      const { isEnabled = present.isEnabled, position = present.position } = choice;
      const at = utc.encode(now());
      const columns = { is_enabled: bool.encode(isEnabled), position, updated_at: at };
      const row = { name, ...columns, settings: json.encode({}), created_at: at };
      await db.upsert('bank_rules', row, ['name'], columns);
    },
    async arrange(names) {
      const rules = await arranged();
      const places = new Map(names.map((name, index) => [name, (index + 1) * STEP]));
      if (
        places.size !== rules.length ||
        names.length !== rules.length ||
        rules.some(({ rule }) => !places.has(rule.name))
      )
        throw invalidParam('order', `List every rule once: ${rules.map(({ rule }) => rule.name).join(', ')}.`);
      const at = utc.encode(now());
      await db.transaction(async () => {
        for (const { rule, isEnabled } of rules) {
          // `is_enabled` is only written on insert, so that a concurrent change of it survives.
          const columns = { position: places.get(rule.name) ?? 0, updated_at: at };
          const chosen = { is_enabled: bool.encode(isEnabled), settings: json.encode({}), created_at: at };
          await db.upsert('bank_rules', { name: rule.name, ...chosen, ...columns }, ['name'], columns);
        }
      });
    },
    async resetAll() {
      await db.query.deleteFrom('bank_rules').execute();
    },
    async reset(name) {
      await db.query.deleteFrom('bank_rules').where('name', '=', name).execute();
    },
  };
}
