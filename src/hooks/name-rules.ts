import { HookError } from './hook-error.js';

const HOOK_NAME = /^[a-zA-Z][a-zA-Z0-9_.\-/:]*$/;
const OWNER = /^[a-zA-Z][a-zA-Z0-9_.\-/]*$/;
const ID = /^[a-zA-Z0-9][a-zA-Z0-9_.\-/:]*$/;

/** @throws HookError `hook_reserved_name`, `hook_invalid_name` */
export function checkHookName(name: unknown): asserts name is string {
  if (typeof name === 'string' && HOOK_NAME.test(name)) return;
  if (typeof name === 'string' && name.startsWith('__')) {
    throw new HookError(
      'hook_reserved_name',
      `Names that start with "__" are reserved. Choose another name for the hook "${name}".`,
    );
  }
  throw new HookError(
    'hook_invalid_name',
    `${show(name)} is not a hook name: start with a letter and use letters, digits and _ . - / :`,
  );
}

/** Owner of everything that the embedding site adds without a plugin. */
export const SITE = 'site';

/** Checks that an owner is a plugin name, or `site` for the embedding site. @throws HookError `hook_invalid_owner` */
export function checkOwner(owner: unknown): asserts owner is string {
  if (typeof owner === 'string' && OWNER.test(owner)) return;
  throw new HookError(
    'hook_invalid_owner',
    `${show(owner)} cannot own callbacks: start with a letter and use letters, digits and _ . - /`,
  );
}

/** Checks an id, which is unique per owner and hook. @throws HookError `hook_invalid_id` */
export function checkId(id: unknown): asserts id is string {
  if (typeof id === 'string' && ID.test(id)) return;
  throw new HookError(
    'hook_invalid_id',
    `${show(id)} is not a callback ID: start with a letter or digit and use letters, digits and _ . - / :`,
  );
}

function show(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : `A value of type ${value === null ? 'null' : typeof value}`;
}
