import { body, del, get, ifUnchanged, list, object, path, post, put } from '../route.js';

const id = { id: path('provider_id') };
const changed = ifUnchanged('provider', 'id');
const input = { input: body('provider') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const providerRoutes = [
  get('/providers', 'ListProviders', list('provider')),
  get('/providers/:provider_id', 'GetProvider', object('provider'), id),
  post('/providers', 'CreateProvider', object('provider'), input),
  put('/providers/:provider_id', 'UpdateProvider', object('provider'), { ...id, ...input }, changed),
  del('/providers/:provider_id', 'DeleteProvider', object('provider'), id, changed),
];
