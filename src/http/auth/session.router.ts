import { Router } from 'express';
import { signIn, signOut } from '../../domain/user/session.actions.js';
import type { Database } from '../../platform/database/database.js';
import { rejectIfAny } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { repeatWithAccount } from '../account-parameter.js';
import { readTexts, requireTexts } from '../body-texts.js';
import { refuseOtherMethods } from '../http-errors.js';
import { credentialsOf } from '../request-key.js';
import { sourceOf } from '../request-scope.js';
import { readRequest } from '../rest/request.js';

export interface SessionOptions {
  database: Database;
  clock: Clock;
}

/** `POST /session` gives a user a key of the private API, `DELETE /session` ends it. */
export function sessionRouter({ database, clock }: SessionOptions): Router {
  return Router()
    .post('/', async (request, response) => {
      const { body } = await readRequest(request);
      const { texts, errors } = readTexts(body, ['subdomain', 'email', 'password']);
      rejectIfAny(errors);
      requireTexts(texts);
      try {
        const { apiKey, role } = await signIn(database, sourceOf(request, clock), texts);
        response.set('Cache-Control', 'no-store').json({ api_key: apiKey, role });
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
