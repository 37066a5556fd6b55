import type { PrimitiveCapability } from './names.js';

/** Casts a name from settings, stored rules or a terminal. Safe: no user holds an unregistered capability. */
export function capabilityName(name: string): PrimitiveCapability {
  return name as PrimitiveCapability;
}
