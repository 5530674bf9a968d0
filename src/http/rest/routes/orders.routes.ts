import { filters, get, list, object, path } from '../route.js';

/** Orders are read over REST and paid over GraphQL; spec mentions them without describing paths. */
export const orderRoutes = [
  get('/orders', 'ListOrders', list('order'), filters({ state: 'state', personId: 'person_id' })),
  get('/orders/:order_id', 'GetOrder', object('order'), { id: path('order_id') }),
];
