import { Button } from '../../design/button.js';
import { Field } from '../../design/field.js';
import { Form, textIn } from '../../design/form.js';
import { type Credentials, type SecondStepError, type SignedIn, signIn, signInWithPasskey } from '../session.js';
import { t } from '../texts.js';
import { PasskeyButton } from './passkey-button.js';
import { TotpKey } from './totp-key.js';

interface SecondStepProps {
  credentials: Credentials;
  wanted: SecondStepError;
  onSignedIn: (signedIn: SignedIn) => void;
  onBack: () => void;
}

/** The second step of a sign-in: a code, a passkey, or the set-up of an app for codes. */
export function SecondStep({ credentials, wanted: { methods, enrolment }, onSignedIn, onBack }: SecondStepProps) {
  const { subdomain, email } = credentials;
  const submit = async (values: FormData) =>
    onSignedIn(await signIn({ ...credentials, code: textIn(values, 'code') ?? '' }));
  const hasApp = methods.includes('totp');
  const passkeyButton = methods.includes('passkey') && (
    <PasskeyButton onUse={async () => onSignedIn(await signInWithPasskey({ subdomain, email }))} />
  );
  return (
    <Form key="second-step" onSubmit={submit} fields={['code']}>
      {({ isBusy, error }) => (
        <>
          {!hasApp && passkeyButton}
          {enrolment ? (
            <>
              <p>{t.signIn.factorRequired}</p>
              <TotpKey {...enrolment} error={error('code')} />
            </>
          ) : (
            <Field
              label={hasApp ? t.signIn.code : t.signIn.recoveryCode}
              name="code"
              required
              autocomplete="one-time-code"
              autocapitalize="none"
              maxLength={40}
              hint={hasApp ? t.signIn.codeHint : t.signIn.recoveryHint}
              error={error('code')}
            />
          )}
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {t.signIn.goOn}
            </Button>
            <Button kind="plain" onClick={onBack}>
              {t.signIn.back}
            </Button>
          </div>
          {hasApp && passkeyButton}
        </>
      )}
    </Form>
  );
}
