import { Router } from 'express';
import { rejectIfAny } from '../domain/attributes.js';
import { signIn } from '../domain/user/session.actions.js';
import { readRequest } from '../gateway/request.js';
import type { Database } from '../platform/database/database.js';
import { sha256 } from '../platform/digest.js';
import { refuseOtherMethods } from '../platform/other-methods.js';
import type { RateLimit } from '../platform/rate-limit.js';
import type { Clock } from '../platform/time/clock.js';
import { readTexts, requireTexts } from './texts.js';

export interface SessionOptions {
  database: Database;
  clock: Clock;
  /** Counts what is tried as a user. */
  tries: RateLimit;
}

/** `POST /session`: a user's `subdomain`, `email` and `password` for a key of the private API, and the user's `role`. */
export function sessionRouter({ database, clock, tries }: SessionOptions): Router {
  return Router()
    .post('/', async (request, response) => {
      const { body } = await readRequest(request);
      const { texts, errors } = readTexts(body, ['subdomain', 'email', 'password']);
      rejectIfAny(errors);
      requireTexts(texts);
      // In the case that they are looked up by: what is one user there is counted as one here.
      const user = sha256(`${texts.subdomain} ${texts.email}`.toLowerCase());
      await tries.admit(user);
      const { apiKey, role } = await signIn(database, clock, texts);
      await tries.forget(user);
      response.set('Cache-Control', 'no-store').json({ api_key: apiKey, role });
    })
    .all('/', refuseOtherMethods('POST'));
}
