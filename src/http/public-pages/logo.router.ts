import { Router } from 'express';
import { readLogo } from '../../domain/account/account-logo.js';
import type { Database } from '../../platform/database/database.js';
import { refuseOtherMethods } from '../other-methods.js';

const idForm = /^\d{1,9}$/;
const digestForm = /^[0-9a-f]{64}$/;

/** `GET /logos/{account}/{digest}`: the account's logo, which at one address never changes. */
export function logoRouter(database: Database): Router {
  return Router()
    .get('/:account/:digest', async (request, response, next) => {
      const { account, digest } = request.params;
      const isAddress = idForm.test(account) && digestForm.test(digest);
      const logo = isAddress ? await readLogo(database, Number(account), digest) : undefined;
      if (!logo) return next();
      response
        .set({
          'Content-Type': logo.type,
          'Cache-Control': 'public, max-age=31536000, immutable',
          'X-Content-Type-Options': 'nosniff',
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cross-Origin-Resource-Policy': 'cross-origin',
        })
        .send(logo.bytes);
    })
    .all('/:account/:digest', refuseOtherMethods('GET'));
}
