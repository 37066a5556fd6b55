interface SampledWindow extends Window {
  /** Combinations of colors that were returned before. */
  sampledColors?: Set<string>;
}

/**
 * Runs in a page. Returns the first and last visible text in each combination of colors, sizes and backgrounds of itself
 * and its ancestors, unless it was returned before. All others have the same contrast.
 */
export function colorSamples(): Element[] {
  const sampled: SampledWindow = window;
  sampled.sampledColors ??= new Set();
  const combinations = new Map<Element, string>();
  const samples = new Map<string, readonly [Element, Element]>();

  function combinationOf(element: Element): string {
    const cached = combinations.get(element);
    if (cached !== undefined) return cached;
    const style = getComputedStyle(element);
    const own = [
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.fontSize,
      style.fontWeight,
      style.textDecorationLine,
      style.textShadow,
      style.position,
      style.clipPath,
    ].join();
    const combination = `${own} ${element.parentElement ? combinationOf(element.parentElement) : ''}`;
    combinations.set(element, combination);
    return combination;
  }

  for (const element of document.body.querySelectorAll('*')) {
    const isText =
      element.shadowRoot !== null ||
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
    if (!isText || !element.checkVisibility({ visibilityProperty: true })) continue;
    const combination = combinationOf(element);
    if (sampled.sampledColors.has(combination)) continue;
    samples.set(combination, [samples.get(combination)?.[0] ?? element, element]);
  }
  for (const combination of samples.keys()) sampled.sampledColors.add(combination);
  return [...new Set([...samples.values()].flat())];
}
