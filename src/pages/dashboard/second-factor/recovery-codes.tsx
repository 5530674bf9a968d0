import { Button } from '../../design/button.js';
import { CopyButton } from '../../design/copy.js';
import { downloadFile } from '../download.js';
import { t } from '../texts.js';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
}

/** New recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <>
      <p>{t.signIn.keepCodes}</p>
      <ul class="recovery-codes" aria-label={t.signIn.recoveryCodes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="actions">
        <CopyButton text={text} what={t.signIn.theRecoveryCodes} />
        <Button onClick={() => downloadFile('recovery-codes.txt', 'text/plain;charset=utf-8', `${text}\n`)}>
          {t.signIn.download}
        </Button>
        <Button kind="primary" onClick={onDone}>
          {t.signIn.codesKept}
        </Button>
      </div>
    </>
  );
}
