/** Wraps a function so that it runs once and its result is cached. One that throws runs again. @experimental */
export function once<Value>(make: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => {
    cached ??= { value: make() };
    return cached.value;
  };
}
