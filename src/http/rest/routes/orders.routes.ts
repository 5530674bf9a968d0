import { filters, get, list, object, path } from '../route.js';

/** spec names orders without showing them: they are read here, and paid by GraphQL. */
export const orderRoutes = [
  get('/orders', 'ListOrders', list('order'), filters({ state: 'state', personId: 'person_id' })),
  get('/orders/:order_id', 'GetOrder', object('order'), { id: path('order_id') }),
];
