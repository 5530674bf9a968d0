import { type Response, Router } from 'express';
import type { Image } from '../../domain/image/image.rules.js';
import { readImage } from '../../domain/image/record-image.actions.js';
import type { Database } from '../../platform/database/database.js';
import { refuseOtherMethods } from '../http-errors.js';
import { immutable } from '../page-headers.js';
import { idPattern } from './booking-page/input.js';

const digestPattern = /^[0-9a-f]{64}$/;

/** `GET /logos/{account}/{digest}`: the logo of an account, or an image of its resources and services. The content of a URL never changes. */
export function imageRouter(database: Database): Router {
  return Router()
    .get('/:account/:digest', async (request, response, next) => {
      const { account, digest } = request.params;
      const isAddress = idPattern.test(account) && digestPattern.test(digest);
      const image = isAddress ? await readImage(database, Number(account), digest) : undefined;
      if (!image) return next();
      sendImage(response, image);
    })
    .all('/:account/:digest', refuseOtherMethods('GET'));
}

/** Sends an image whose URL contains its digest. */
export function sendImage(response: Response, { type, bytes }: Image): void {
  response
    .set({
      'Content-Type': type,
      ...immutable,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cross-Origin-Resource-Policy': 'cross-origin',
    })
    .send(bytes);
}
