import type { KeyboardEvent } from 'react';

/** Whether it is Enter alone, and not the end of what an input method composes. */
export function isPlainEnter({ key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing;
}
