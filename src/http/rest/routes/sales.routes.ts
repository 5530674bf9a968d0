import {
  body,
  del,
  exportable,
  filters,
  get,
  ifUnchanged,
  list,
  object,
  page,
  parameter,
  path,
  post,
  put,
  withFiles,
} from '../route.js';

const orderId = { id: path('order_id') };

/** spec mentions orders without describing paths. Payments are recorded over GraphQL. */
export const orderRoutes = [
  exportable(
    get('/orders', 'ListOrders', list('order'), filters({ state: 'state', personId: 'person_id' })),
    'ExportOrders',
  ),
  exportable(get('/order_line_items', 'ListOrderLineItems', page('order_line_item', 750)), 'ExportOrderLineItems'),
  get('/orders/:order_id', 'GetOrder', object('order'), orderId),
  post('/orders', 'CreateOrder', object('order'), { input: body('order') }),
  post('/orders/:order_id/checkout', 'CreateCheckout', object('checkout'), {
    orderId: path('order_id'),
    tip: parameter('tip'),
    successUrl: parameter('success_url'),
    cancelUrl: parameter('cancel_url'),
  }),
  put('/orders/:order_id/cancel', 'CancelOrder', object('order'), orderId, ifUnchanged('order', 'id')),
];

const documentId = { id: path('document_id') };

/** Beyond spec. */
export const documentRoutes = [
  get('/documents', 'ListDocuments', page('document', 750), filters({ orderId: 'order_id', kind: 'kind' })),
  withFiles(get('/documents/:document_id', 'GetDocument', object('document'), documentId), {
    pdf: 'GetDocumentPdf',
    xml: 'GetDocumentXml',
  }),
  post('/orders/:order_id/documents', 'IssueDocument', object('document'), {
    orderId: path('order_id'),
    input: body('document'),
  }),
  post('/documents/:document_id/credit_notes', 'CreditDocument', object('credit_note'), {
    ...documentId,
    amount: parameter('amount'),
    sendsEmail: parameter('sends_email'),
  }),
];

const couponId = { id: path('coupon_id') };
const ifCouponUnchanged = ifUnchanged('coupon', 'id');
const couponInput = { input: body('coupon') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const couponRoutes = [
  get('/coupons', 'ListCoupons', list('coupon')),
  get('/coupons/:coupon_id', 'GetCoupon', object('coupon'), couponId),
  post('/coupons', 'CreateCoupon', object('coupon'), couponInput),
  put('/coupons/:coupon_id', 'UpdateCoupon', object('coupon'), { ...couponId, ...couponInput }, ifCouponUnchanged),
  del('/coupons/:coupon_id', 'DeleteCoupon', object('coupon'), couponId, ifCouponUnchanged),
];

const taxRateId = { id: path('tax_rate_id') };
const ifTaxRateUnchanged = ifUnchanged('tax_rate', 'id');
const taxRateInput = { input: body('tax_rate') };

/** Beyond spec. */
export const taxRateRoutes = [
  get('/tax_rates', 'ListTaxRates', list('tax_rate')),
  get('/tax_rates/:tax_rate_id', 'GetTaxRate', object('tax_rate'), taxRateId),
  post('/tax_rates', 'CreateTaxRate', object('tax_rate'), taxRateInput),
  put(
    '/tax_rates/:tax_rate_id',
    'UpdateTaxRate',
    object('tax_rate'),
    { ...taxRateId, ...taxRateInput },
    ifTaxRateUnchanged,
  ),
  del('/tax_rates/:tax_rate_id', 'DeleteTaxRate', object('tax_rate'), taxRateId, ifTaxRateUnchanged),
];

const giftCardId = { id: path('gift_card_id') };
const ifGiftCardUnchanged = ifUnchanged('gift_card', 'id');
const giftCardInput = { input: body('gift_card') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const giftCardRoutes = [
  get('/gift_cards', 'ListGiftCards', list('gift_card'), filters({ personId: 'person_id' })),
  get('/gift_cards/:gift_card_id', 'GetGiftCard', object('gift_card'), giftCardId),
  post('/gift_cards', 'CreateGiftCard', object('gift_card'), giftCardInput),
  put(
    '/gift_cards/:gift_card_id',
    'UpdateGiftCard',
    object('gift_card'),
    { ...giftCardId, ...giftCardInput },
    ifGiftCardUnchanged,
  ),
  del('/gift_cards/:gift_card_id', 'DeleteGiftCard', object('gift_card'), giftCardId, ifGiftCardUnchanged),
];

const packageId = { id: path('package_id') };
const ifPackageUnchanged = ifUnchanged('package', 'id');
const packageInput = { input: body('package') };

export const packageRoutes = [
  get('/packages', 'ListPackages', page('package', 50), {
    ...filters({ personId: 'person_id' }),
    order: parameter('order'),
  }),
  get('/packages/:package_id', 'GetPackage', object('package'), packageId),
  post('/packages', 'CreatePackage', object('package'), packageInput),
  put(
    '/packages/:package_id',
    'UpdatePackage',
    object('package'),
    { ...packageId, ...packageInput },
    ifPackageUnchanged,
  ),
  del('/packages/:package_id', 'DeletePackage', object('package'), packageId, ifPackageUnchanged),
];
