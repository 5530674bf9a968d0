import { type Request, Router } from 'express';
import {
  type IdentitySignInServices,
  signInByIdToken,
} from '../../domain/identity-provider/identity-sign-in.actions.js';
import { type StartedSession, signIn, signOut } from '../../domain/user/session.actions.js';
import { rejectIfAny } from '../../platform/errors.js';
import { repeatWithAccount } from '../account-parameter.js';
import { readTexts, requireTexts } from '../body-texts.js';
import { refuseOtherMethods } from '../http-errors.js';
import { credentialsOf } from '../request-authentication.js';
import { sourceOf } from '../request-scope.js';
import { readRequest } from '../rest/request.js';

export type SessionOptions = IdentitySignInServices;

/** `POST /session` gives a user a key of the private API, `DELETE /session` ends it. */
export function sessionRouter(options: SessionOptions): Router {
  const { database, clock } = options;
  /** Signs in by the token of an identity provider, or by email and password. */
  const begin = (request: Request, { id_token: idToken, ...texts }: SessionTexts): Promise<StartedSession> => {
    const source = sourceOf(request, clock);
    if (idToken !== '') return signInByIdToken(options, source, { subdomain: texts.subdomain, idToken });
    return signIn(database, source, texts);
  };
  return Router()
    .post('/', async (request, response) => {
      const { body } = await readRequest(request);
      const { texts, errors } = readTexts(body, ['subdomain', 'email', 'password', 'code', 'id_token']);
      rejectIfAny(errors);
      const { subdomain, email, password, id_token } = texts;
      requireTexts(id_token === '' ? { subdomain, email, password } : { subdomain });
      try {
        const { apiKey, role, recoveryCodes } = await begin(request, texts);
        const codes = recoveryCodes && { recovery_codes: recoveryCodes };
        response.set('Cache-Control', 'no-store').json({ api_key: apiKey, role, ...codes });
      } catch (error) {
        repeatWithAccount(request, response, texts.subdomain, error);
      }
    })
    .delete('/', async (request, response) => {
      const role = await signOut(database, sourceOf(request, clock), credentialsOf(request.headers.authorization));
      response.set('Cache-Control', 'no-store').json({ role });
    })
    .all('/', refuseOtherMethods('DELETE', 'POST'));
}

type SessionTexts = Record<'subdomain' | 'email' | 'password' | 'code' | 'id_token', string>;
