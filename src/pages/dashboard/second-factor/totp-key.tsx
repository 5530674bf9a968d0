import { CopyField } from '../../design/copy.js';
import { Field } from '../../design/field.js';
import { QrCode } from './qr-code.js';

/** The secret for an app that shows codes, and the field for its first code. */
export function TotpKey({ secret, uri, error }: { secret: string; uri: string; error: string | undefined }) {
  return (
    <>
      <p>Scan this with an app such as Aegis, 2FAS or Google Authenticator, or type the key into it.</p>
      <QrCode text={uri} label="QR code with the key" />
      <CopyField label="Key" name="key" value={secret.replaceAll(/.{4}(?!$)/g, '$& ')} text={secret} />
      <Field
        label="Code that the app shows"
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
