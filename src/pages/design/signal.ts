import { useEffect, useState } from 'preact/hooks';

/** A value that components watch. */
export interface Signal<Value> {
  value: Value;
  /** Calls `listener` after each change. @returns a function that ends it */
  watch(listener: () => void): () => void;
}

export function signal<Value>(initial: Value): Signal<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    get value() {
      return current;
    },
    set value(next) {
      if (next === current) return;
      current = next;
      for (const listener of [...listeners]) listener();
    },
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the value, and renders the component again when it changes. */
export function useSignal<Value>(source: Signal<Value>): Value {
  const [value, setValue] = useState<{ is: Value }>({ is: source.value });
  useEffect(() => {
    const update = () => setValue({ is: source.value });
    update();
    return source.watch(update);
  }, [source]);
  return value.is;
}
