import { useState } from 'preact/hooks';
import { Button } from '../design/button.js';
import { Field } from '../design/field.js';
import { Form, textIn } from '../design/form.js';
import { ProviderSignIn } from './provider-sign-in.js';
import { PasskeyButton } from './second-factor/passkey-button.js';
import { RecoveryCodes } from './second-factor/recovery-codes.js';
import { SecondStep } from './second-factor/second-step.js';
import {
  type Credentials,
  requestPasswordLink,
  SecondStepError,
  type Session,
  type SignedIn,
  signIn,
  signInWithPasskey,
} from './session.js';
import { t } from './texts.js';

/** The account of the last sign-in, so that it is entered once. */
const storedAccount = 'booking-account';

interface SignInProps {
  onSignedIn: (session: Session) => void;
  /** Fixed when a lost session is begun again. */
  subdomain?: string;
}

/** A sign-in whose password was right. */
interface Step {
  credentials: Credentials;
  wanted: SecondStepError;
}

/** The form to sign in, with its second step, or to get a link for a new password. */
export function SignIn({ onSignedIn, subdomain }: SignInProps) {
  const [mode, setMode] = useState<'sign-in' | 'forgotten' | 'sent'>('sign-in');
  const [sendsEmail, setSendsEmail] = useState(true);
  const [step, setStep] = useState<Step>();
  const [begun, setBegun] = useState<SignedIn>();
  const given = new URLSearchParams(location.search);
  const [account, setAccount] = useState(
    subdomain ?? given.get('account') ?? localStorage.getItem(storedAccount) ?? '',
  );
  const finish = (signedIn: SignedIn, name: string) => {
    localStorage.setItem(storedAccount, name);
    if (signedIn.recoveryCodes.length > 0) setBegun(signedIn);
    else onSignedIn(signedIn.session);
  };
  if (begun) return <RecoveryCodes codes={begun.recoveryCodes} onDone={() => onSignedIn(begun.session)} />;
  if (step) {
    return (
      <SecondStep
        {...step}
        onSignedIn={(signedIn) => finish(signedIn, step.credentials.subdomain)}
        onBack={() => setStep(undefined)}
      />
    );
  }
  if (mode === 'sent') {
    return (
      <>
        <p role="status">{sendsEmail ? t.signIn.linkSent : t.signIn.linkNotSent}</p>
        <Button onClick={() => setMode('sign-in')}>{t.signIn.back}</Button>
      </>
    );
  }
  const submit = async (values: FormData) => {
    const entered = { subdomain: textIn(values, 'subdomain') ?? '', email: textIn(values, 'email') ?? '' };
    if (mode === 'forgotten') {
      setSendsEmail((await requestPasswordLink(entered)).sendsEmail);
      setMode('sent');
      return;
    }
    const credentials = { ...entered, password: String(values.get('password') ?? '') };
    try {
      finish(await signIn(credentials), entered.subdomain);
    } catch (error) {
      if (!(error instanceof SecondStepError)) throw error;
      setStep({ credentials, wanted: error });
    }
  };
  const usePasskey = async ({ target }: MouseEvent) => {
    const form = target instanceof Element ? target.closest('form') : null;
    const name = form?.querySelector<HTMLInputElement>('input[name="subdomain"]');
    if (!name?.reportValidity()) return;
    finish(await signInWithPasskey({ subdomain: name.value.trim() }), name.value.trim());
  };
  return (
    <Form onSubmit={submit} fields={['subdomain', 'email', 'password']}>
      {({ isBusy, error }) => (
        <>
          <Field
            label={t.signIn.account}
            name="subdomain"
            defaultValue={account}
            readOnly={subdomain !== undefined}
            required
            autocomplete="organization"
            onChange={({ currentTarget }) => setAccount(currentTarget.value.trim())}
            autocapitalize="none"
            maxLength={255}
            hint={t.signIn.accountHint}
            error={error('subdomain')}
          />
          {mode === 'sign-in' && (
            <ProviderSignIn
              account={account}
              onLeave={() => localStorage.setItem(storedAccount, account)}
              onReturned={subdomain === undefined ? undefined : onSignedIn}
            />
          )}
          <Field
            label={t.signIn.email}
            name="email"
            type="email"
            defaultValue={subdomain === undefined ? (given.get('email') ?? '') : ''}
            required
            autocomplete="username"
            maxLength={255}
            error={error('email')}
          />
          {mode === 'sign-in' && (
            <Field
              label={t.signIn.password}
              name="password"
              type="password"
              required
              autocomplete="current-password"
              maxLength={255}
              error={error('password')}
            />
          )}
          <div class="actions">
            <Button type="submit" kind="primary" isBusy={isBusy}>
              {mode === 'sign-in' ? t.signIn.title : t.signIn.sendLink}
            </Button>
            <Button kind="plain" onClick={() => setMode(mode === 'sign-in' ? 'forgotten' : 'sign-in')}>
              {mode === 'sign-in' ? t.signIn.forgotten : t.signIn.back}
            </Button>
          </div>
          {mode === 'sign-in' && <PasskeyButton onUse={usePasskey} />}
        </>
      )}
    </Form>
  );
}
