import type { ComponentChildren } from 'preact';
import type { Loaded } from '../use-data.js';
import { Button } from './button.js';
import { Progress } from './progress.js';

interface LoadedContentProps<Data> {
  /** The name of the data, such as `The people`. */
  label: string;
  loaded: Loaded<Data>;
  children: (data: Data) => ComponentChildren;
}

/** Shows data that are read, or why they could not be read, with a button to try again. */
export function LoadedContent<Data>({ label, loaded, children }: LoadedContentProps<Data>) {
  const { data, isLoading, problem, reload } = loaded;
  return (
    <>
      {problem !== undefined && (
        <div class="problems" role="alert">
          <p>
            {label} could not be read. {problem}
          </p>
          <Button onClick={reload}>Try again</Button>
        </div>
      )}
      {data !== undefined && children(data)}
      {data === undefined && isLoading && <Progress label={`${label}: loading`} />}
    </>
  );
}
