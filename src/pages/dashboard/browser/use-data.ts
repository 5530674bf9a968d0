import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { sentencesOfError } from './graphql/server-error.js';

export interface Loaded<Data> {
  /** The latest answer. It stays while the next one is read. */
  data: Data | undefined;
  isLoading: boolean;
  /** Why the last read failed. */
  problem: string | undefined;
  reload: () => Promise<void>;
}

/**
 * Reads data when the component appears, and again when `key` changes. An answer that is overtaken by a later read is dropped.
 *
 * @param key identifies what `read` reads, such as its variables as JSON
 */
export function useData<Data>(key: string, read: () => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, 'reload'>>({
    data: undefined,
    isLoading: true,
    problem: undefined,
  });
  const latest = useRef(0);
  const reload = useCallback(async () => {
    latest.current += 1;
    const own = latest.current;
    setState((before) => ({ ...before, isLoading: true, problem: undefined }));
    try {
      const data = await read();
      if (own === latest.current) setState({ data, isLoading: false, problem: undefined });
    } catch (error) {
      const problem = sentencesOfError(error).join(' ');
      if (own === latest.current) setState((before) => ({ ...before, isLoading: false, problem }));
    }
  }, [key]);
  useEffect(() => {
    void reload();
    return () => {
      latest.current += 1;
    };
  }, [reload]);
  return { ...state, reload };
}
