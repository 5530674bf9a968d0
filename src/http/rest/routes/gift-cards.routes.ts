import { body, del, filters, get, ifUnchanged, list, object, path, post, put } from '../route.js';

const id = { id: path('gift_card_id') };
const changed = ifUnchanged('gift_card', 'id');
const input = { input: body('gift_card') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const giftCardRoutes = [
  get('/gift_cards', 'ListGiftCards', list('gift_card'), filters({ personId: 'person_id' })),
  get('/gift_cards/:gift_card_id', 'GetGiftCard', object('gift_card'), id),
  post('/gift_cards', 'CreateGiftCard', object('gift_card'), input),
  put('/gift_cards/:gift_card_id', 'UpdateGiftCard', object('gift_card'), { ...id, ...input }, changed),
  del('/gift_cards/:gift_card_id', 'DeleteGiftCard', object('gift_card'), id, changed),
];
