/** What is at hand, or what is waited for: to wait for something that is at hand costs more than most blocks. */
export type MaybeLater<Value> = Value | Promise<Value>;

/** Goes on at once where the value is at hand. */
export function whenDone<Value, Result>(
  value: MaybeLater<Value>,
  next: (value: Value) => MaybeLater<Result>,
): MaybeLater<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Texts made one after the other, each when the one before is done, and put together. @param at makes one of them */
export function joined(count: number, at: (index: number) => MaybeLater<string>, first = 0): MaybeLater<string> {
  let text = '';
  for (let index = first; index < count; index += 1) {
    const part = at(index);
    if (part instanceof Promise) return laterJoined(text, part, index);
    text += part;
  }
  return text;

  async function laterJoined(before: string, pending: Promise<string>, index: number): Promise<string> {
    let all = before + (await pending);
    for (let next = index + 1; next < count; next += 1) all += await at(next);
    return all;
  }
}
