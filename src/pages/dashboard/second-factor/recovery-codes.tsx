import { Button } from '../../design/button.js';
import { CopyButton } from '../../design/copy.js';
import { downloadFile } from '../download.js';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
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
        <CopyButton text={text} what="the recovery codes" />
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
