import { body, del, get, ifUnchanged, list, object, path, post, put } from '../route.js';

const id = { id: path('coupon_id') };
const changed = ifUnchanged('coupon', 'id');
const input = { input: body('coupon') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const couponRoutes = [
  get('/coupons', 'ListCoupons', list('coupon')),
  get('/coupons/:coupon_id', 'GetCoupon', object('coupon'), id),
  post('/coupons', 'CreateCoupon', object('coupon'), input),
  put('/coupons/:coupon_id', 'UpdateCoupon', object('coupon'), { ...id, ...input }, changed),
  del('/coupons/:coupon_id', 'DeleteCoupon', object('coupon'), id, changed),
];
