import { body, filters, get, ifUnchanged, list, object, parameter, path, post, put } from '../route.js';

const id = { id: path('order_id') };

/** spec mentions orders without describing paths. Payments are recorded over GraphQL. */
export const orderRoutes = [
  get('/orders', 'ListOrders', list('order'), filters({ state: 'state', personId: 'person_id' })),
  get('/orders/:order_id', 'GetOrder', object('order'), id),
  post('/orders', 'CreateOrder', object('order'), { input: body('order') }),
  post('/orders/:order_id/checkout', 'CreateCheckout', object('checkout'), {
    orderId: path('order_id'),
    successUrl: parameter('success_url'),
    cancelUrl: parameter('cancel_url'),
  }),
  put('/orders/:order_id/cancel', 'CancelOrder', object('order'), id, ifUnchanged('order', 'id')),
];
