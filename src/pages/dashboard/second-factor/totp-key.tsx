import { CopyField } from '../../design/copy.js';
import { Field } from '../../design/field.js';
import { t } from '../texts.js';
import { QrCode } from './qr-code.js';

/** The secret for an app that shows codes, and the field for its first code. */
export function TotpKey({ secret, uri, error }: { secret: string; uri: string; error: string | undefined }) {
  return (
    <>
      <p>{t.signIn.scan}</p>
      <QrCode text={uri} label={t.signIn.qrCode} />
      <CopyField label={t.signIn.key} name="key" value={secret.replaceAll(/.{4}(?!$)/g, '$& ')} text={secret} />
      <Field
        label={t.signIn.appCode}
        name="code"
        required
        inputMode="numeric"
        autocomplete="one-time-code"
        maxLength={20}
        error={error}
      />
    </>
  );
}
