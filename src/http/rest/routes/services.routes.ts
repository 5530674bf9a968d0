import { body, del, fixed, get, ifUnchanged, list, object, path, post, put } from '../route.js';

const id = { id: path('service_id') };
const changed = ifUnchanged('service', 'id');
const input = { input: body('service') };
const ofType = (bookingType: string) => ({ 'filter.bookingType': fixed(bookingType) });

/** spec, Services */
export const serviceRoutes = [
  get('/services', 'ListServices', list('service')),
  get('/services/appointments', 'ListServices', list('service'), ofType('APPOINTMENT')),
  get('/services/attendances', 'ListServices', list('service'), ofType('ATTENDANCE')),
  get('/services/products', 'ListServices', list('service'), ofType('PRODUCT')),
  get('/services/gift_cards', 'ListServices', list('service'), ofType('GIFT_CARD')),
  get('/services/:service_id', 'GetService', object('service'), id),
  post('/services', 'CreateService', object('service'), input),
  put('/services/:service_id', 'UpdateService', object('service'), { ...id, ...input }, changed),
  del('/services/:service_id', 'DeleteService', object('service'), id, changed),
];
