import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { ServerError } from '../graphql/server-error.js';
import { t } from '../texts.js';

export type SignInChallenge = PublicKeyCredentialRequestOptionsJSON;

/** Whether the browser can use passkeys. It cannot on a page without HTTPS, except on this machine. */
export const canUsePasskeys = 'PublicKeyCredential' in globalThis;

/** Loaded when a passkey is first used. */
const load = () => import('@simplewebauthn/browser');

/** Lets the user choose a passkey, and returns its answer. @throws ServerError with a sentence if the user does not */
export async function answerChallenge(optionsJSON: SignInChallenge): Promise<AuthenticationResponseJSON> {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON }).catch(refuse(t.signIn.noPasskeyUsed));
}

/**
 * Lets the user make a passkey, and returns it.
 *
 * @param options as GraphQL returns them
 * @throws ServerError with a sentence if the user does not
 */
export async function makePasskey(options: object): Promise<RegistrationResponseJSON> {
  const { startRegistration } = await load();
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).catch(refuse(t.signIn.noPasskeyMade));
}

/** The browser does not say why: it would tell a page which passkeys exist. */
function refuse(sentence: string): () => never {
  return () => {
    throw new ServerError('PASSKEY', sentence);
  };
}
