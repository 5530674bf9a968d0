import { useState } from 'preact/hooks';
import { ProviderSignIn } from './provider-sign-in.js';
import { requestPasswordLink, type Session, signIn } from './session.js';
import { Button } from './ui/button.js';
import { Field } from './ui/field.js';
import { Form, textIn } from './ui/form.js';

/** The account of the last sign-in, so that it is entered once. */
const storedAccount = 'booking-account';

interface SignInProps {
  onSignedIn: (session: Session) => void;
  /** Fixed when a lost session is begun again. */
  subdomain?: string;
}

/** The form to sign in, or to get a link for a new password. */
export function SignIn({ onSignedIn, subdomain }: SignInProps) {
  const [mode, setMode] = useState<'sign-in' | 'forgotten' | 'sent'>('sign-in');
  const [sendsEmail, setSendsEmail] = useState(true);
  const given = new URLSearchParams(location.search);
  const [account, setAccount] = useState(
    subdomain ?? given.get('account') ?? localStorage.getItem(storedAccount) ?? '',
  );
  if (mode === 'sent') {
    return (
      <>
        <p role="status">
          {sendsEmail
            ? 'If there is such a user, an email with a link is on its way. The link works for an hour.'
            : 'No email was sent: this server sends none. Ask an admin of your account to invite you again, and to pass the link on.'}
        </p>
        <Button onClick={() => setMode('sign-in')}>Back to sign-in</Button>
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
    const session = await signIn({ ...entered, password: String(values.get('password') ?? '') });
    localStorage.setItem(storedAccount, entered.subdomain);
    onSignedIn(session);
  };
  return (
    <Form onSubmit={submit} fields={['subdomain', 'email', 'password']}>
      {({ isBusy, error }) => (
        <>
          <Field
            label="Account"
            name="subdomain"
            defaultValue={account}
            readOnly={subdomain !== undefined}
            required
            autocomplete="organization"
            onChange={({ currentTarget }) => setAccount(currentTarget.value.trim())}
            autocapitalize="none"
            maxLength={255}
            hint="The short name in the address of your booking page"
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
            label="Email"
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
              label="Password"
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
              {mode === 'sign-in' ? 'Sign in' : 'Send me a link'}
            </Button>
            <Button kind="plain" onClick={() => setMode(mode === 'sign-in' ? 'forgotten' : 'sign-in')}>
              {mode === 'sign-in' ? 'Forgot password?' : 'Back to sign-in'}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}
