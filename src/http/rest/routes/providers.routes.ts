import { body, del, get, list, object, path, post, put } from '../route.js';

const id = { id: path('provider_id') };
const input = { input: body('provider') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const providerRoutes = [
  get('/providers', 'ListProviders', list('provider')),
  get('/providers/:provider_id', 'GetProvider', object('provider'), id),
  post('/providers', 'CreateProvider', object('provider'), input),
  put('/providers/:provider_id', 'UpdateProvider', object('provider'), { ...id, ...input }),
  del('/providers/:provider_id', 'DeleteProvider', object('provider'), id),
];
