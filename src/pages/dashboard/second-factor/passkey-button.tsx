import { useState } from 'preact/hooks';
import { Button } from '../../design/button.js';
import { sentencesOfError } from '../graphql/server-error.js';
import { t } from '../texts.js';
import { canUsePasskeys } from './passkey.js';

/** A button to sign in with a passkey, if the browser can, and below it why that failed. */
export function PasskeyButton({ onUse }: { onUse: (event: MouseEvent) => Promise<void> }) {
  const [problem, setProblem] = useState('');
  if (!canUsePasskeys) return null;
  const use = async (event: MouseEvent) => {
    setProblem('');
    await onUse(event).catch((error: unknown) => setProblem(sentencesOfError(error).join(' ')));
  };
  return (
    <div class="passkey">
      <Button onClick={use}>{t.signIn.usePasskey}</Button>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
