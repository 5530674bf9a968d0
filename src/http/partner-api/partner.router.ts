import { hash, timingSafeEqual } from 'node:crypto';
import { Router } from 'express';
import { createBackgroundContext } from '../../domain/account/create-context.js';
import type { RequestContext } from '../../domain/context.js';
import { createPartnerAccount } from '../../domain/user/partner-account.actions.js';
import type { Database } from '../../platform/database/database.js';
import { DomainError, hasErrors, rejectIfAny } from '../../platform/errors.js';
import type { Clock } from '../../platform/time/clock.js';
import { readTexts } from '../body-texts.js';
import { refuseOtherMethods } from '../http-errors.js';
import { credentialsOf } from '../request-authentication.js';
import { authenticatedLimits } from '../request-body.js';
import { scopeOf } from '../request-scope.js';
import { readRequest } from '../rest/request.js';

export interface PartnerOptions {
  database: Database;
  clock: Clock;
  token: string;
  /** Returns the account of a context in the form of `GET /client`. */
  describe(context: RequestContext): Promise<object>;
}

/** `POST /partner/clients` creates an account with its first user. It requires the partner token (contract, Partner API). */
export function partnerRouter({ database, clock, token, describe }: PartnerOptions): Router {
  return Router()
    .post('/clients', async (request, response) => {
      if (!isSame(credentialsOf(request.get('authorization')) ?? '', token)) {
        throw new DomainError('UNAUTHENTICATED', 'The partner token is not valid');
      }
      const { body } = await readRequest(request, authenticatedLimits);
      const { account, user } = readNewAccount(body);
      const { id, api_key } = await createPartnerAccount(database, clock, account, user);
      const { address } = scopeOf(request);
      const context = await createBackgroundContext(database, clock, id, { kind: 'partner' }, { address });
      response.set('Cache-Control', 'no-store').json({ client: { ...(await describe(context)), api_key } });
    })
    .all('/clients', refuseOtherMethods('POST'));
}

/** Compares in constant time. The digests have equal lengths, which `timingSafeEqual` requires. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(Buffer.from(hash('sha256', given)), Buffer.from(hash('sha256', token)));
}

/** @throws DomainError INVALID for values that are not text; errors of the user are under `user` */
function readNewAccount(body: Readonly<Record<string, unknown>>) {
  const client = readTexts(body['client'], ['subdomain', 'email', 'name', 'time_zone', 'country_code', 'locale']);
  const user = readTexts(body['user'], ['name', 'email', 'password', 'phone_number']);
  rejectIfAny(client.errors, hasErrors(user.errors) ? { user: user.errors } : {});
  const { time_zone: timeZone, country_code: countryCode, locale, ...account } = client.texts;
  const { phone_number: phoneNumber, ...person } = user.texts;
  return {
    account: { ...account, timeZone, countryCode, locale: locale || undefined },
    user: { ...person, phoneNumber },
  };
}
