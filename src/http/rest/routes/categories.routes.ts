import { body, del, get, ifUnchanged, list, object, path, post, put } from '../route.js';

const id = { id: path('category_id') };
const changed = ifUnchanged('category', 'id');
const input = { input: body('category') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const categoryRoutes = [
  get('/categories', 'ListCategories', list('category')),
  get('/categories/:category_id', 'GetCategory', object('category'), id),
  get('/categories/:category_id/services', 'ListServicesOfCategory', list('service'), {
    categoryId: path('category_id'),
  }),
  post('/categories', 'CreateCategory', object('category'), input),
  put('/categories/:category_id', 'UpdateCategory', object('category'), { ...id, ...input }, changed),
  del('/categories/:category_id', 'DeleteCategory', object('category'), id, changed),
];
