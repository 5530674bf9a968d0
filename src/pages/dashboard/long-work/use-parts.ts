import { useEffect, useRef, useState } from 'preact/hooks';
import { sentencesOfError } from '../graphql/server-error.js';

export interface PartsState<Result> {
  /** The results of the parts that are done, in their order. */
  results: readonly Result[];
  isRunning: boolean;
  /** The reason why it stopped before its end. */
  problem: string | undefined;
}

export interface Parts<Result> extends PartsState<Result> {
  /** Does the parts that are not done. Called again after a problem, it goes on where it stopped. */
  run: () => Promise<void>;
  /** Stops after the current part. */
  pause: () => void;
}

/**
 * Does long work part by part, so that its progress can be shown and it can be continued. Warns before the page is closed
 * while it runs.
 *
 * @param doPart does a part. It is called again for a part whose answer was lost, so it must be idempotent
 */
export function useParts<Part, Result>(parts: readonly Part[], doPart: (part: Part) => Promise<Result>): Parts<Result> {
  const [state, setState] = useState<PartsState<Result>>({ results: [], isRunning: false, problem: undefined });
  const isPaused = useRef(false);
  const isRunning = useRef(false);
  useEffect(() => {
    if (!state.isRunning) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [state.isRunning]);
  useEffect(
    () => () => {
      isPaused.current = true;
    },
    [],
  );
  const run = async () => {
    if (isRunning.current) return;
    isRunning.current = true;
    isPaused.current = false;
    let { results } = state;
    setState({ results, isRunning: true, problem: undefined });
    let problem: string | undefined;
    try {
      for (const part of parts.slice(results.length)) {
        if (isPaused.current) break;
        results = [...results, await doPart(part)];
        setState({ results, isRunning: true, problem: undefined });
      }
    } catch (error) {
      problem = sentencesOfError(error).join(' ');
    } finally {
      isRunning.current = false;
      setState({ results, isRunning: false, problem });
    }
  };
  return {
    ...state,
    run,
    pause: () => {
      isPaused.current = true;
    },
  };
}
