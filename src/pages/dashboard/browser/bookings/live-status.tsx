import { isLive } from '../graphql/client.js';
import { sentencesOfError } from '../graphql/server-error.js';
import { Button } from '../ui/button.js';
import { useSignal } from '../ui/signal.js';

/** Reports that the page is not current: the data could not be read, or the connection is lost and being restored. */
export function LiveStatus({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isConnected = useSignal(isLive);
  if (error !== undefined) {
    return (
      <div class="notice" role="alert">
        <p>{sentencesOfError(error).join(' ')}</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    );
  }
  return (
    <p class={isConnected ? 'hidden' : 'notice'} role="status">
      {isConnected ? '' : 'The connection is lost. Changes will appear when it is back.'}
    </p>
  );
}
