import { useState } from 'preact/hooks';
import { downloadFile } from '../download.js';
import { Button } from '../ui/button.js';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const [isCopied, setCopied] = useState(false);
  const text = codes.join('\n');
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <>
      <p>
        These recovery codes replace the app or the passkey if you lose it. Each works once. Keep them somewhere safe:
        they are shown only now.
      </p>
      <ul class="recovery-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="actions">
        {'clipboard' in navigator && <Button onClick={copy}>{isCopied ? 'Copied' : 'Copy'}</Button>}
        <Button onClick={() => downloadFile('recovery-codes.txt', 'text/plain;charset=utf-8', `${text}\n`)}>
          Download
        </Button>
        <Button kind="primary" onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </>
  );
}
