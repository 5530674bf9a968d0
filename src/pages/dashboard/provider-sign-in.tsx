import { useEffect, useState } from 'preact/hooks';
import { Button } from '../design/button.js';
import { dashboardPath, serverUrl } from './addresses.js';
import { ServerError } from './graphql/server-error.js';
import { readProvider, readSession, type Session, type ShownProvider } from './session.js';
import { t } from './texts.js';

interface ProviderSignInProps {
  /** The subdomain that was entered or is remembered. */
  account: string;
  /** Called when the user leaves for the provider. */
  onLeave: () => void;
  /**
   * Given when a lost session is begun again: the user signs in in another tab, so that this page keeps what was typed in
   * it.
   */
  onReturned?: ((session: Session) => void) | undefined;
}

/** The link to the identity provider of the account, if it has one. */
export function ProviderSignIn({ account, onLeave, onReturned }: ProviderSignInProps) {
  const [provider, setProvider] = useState<ShownProvider | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setProvider(null);
    if (account !== '') void readProvider(account).then((found) => isCurrent && setProvider(found));
    return () => {
      isCurrent = false;
    };
  }, [account]);
  if (!provider) return null;
  const look = async () => {
    const found = await readSession();
    if (!found) throw new ServerError('UNAUTHENTICATED', t.signIn.notSignedIn);
    onReturned?.(found);
  };
  return (
    <div class="provider">
      <p class="actions">
        <a
          class="button primary"
          href={addressOf(account)}
          onClick={onLeave}
          {...(onReturned && { target: '_blank', rel: 'noopener' })}
        >
          {t.signIn.withProvider({ provider: provider.name })}
        </a>
        {onReturned && <Button onClick={look}>{t.signIn.haveSignedIn}</Button>}
      </p>
      <p class="hint">{provider.required ? t.signIn.providerOnly : t.signIn.orPassword}</p>
    </div>
  );
}

/** The address at which the server redirects to the provider. Afterwards the view opens that is open now. */
function addressOf(account: string): string {
  const address = new URL(`dashboard/sign-in/${encodeURIComponent(account)}`, serverUrl);
  const view = location.pathname.slice(dashboardPath.length + 1);
  if (view !== '') address.searchParams.set('view', view);
  return address.href;
}
