import type { KeyboardEvent } from 'react';

/** Tells whether Enter was pressed without modifiers and outside of IME composition. */
export function isPlainEnter({ key, shiftKey, ctrlKey, metaKey, altKey, nativeEvent }: KeyboardEvent): boolean {
  return key === 'Enter' && !shiftKey && !ctrlKey && !metaKey && !altKey && !nativeEvent.isComposing;
}
