import type { HeldCapability } from './names.js';

/** Casts a name from settings, stored rules or a terminal. Safe: no user holds an unregistered capability. */
export function capabilityName(name: string): HeldCapability {
  return name as HeldCapability;
}
