import { body, del, get, ifUnchanged, list, object, path, post, put } from '../route.js';

const id = { id: path('web_hook_id') };
const changed = ifUnchanged('web_hook', 'id');
const input = { input: body('web_hook') };

/** spec, Providers, categories, gift cards, coupons, webhooks */
export const webHookRoutes = [
  get('/web_hooks', 'ListWebHooks', list('web_hook')),
  get('/web_hooks/:web_hook_id', 'GetWebHook', object('web_hook'), id),
  post('/web_hooks', 'CreateWebHook', object('web_hook'), input),
  put('/web_hooks/:web_hook_id', 'UpdateWebHook', object('web_hook'), { ...id, ...input }, changed),
  del('/web_hooks/:web_hook_id', 'DeleteWebHook', object('web_hook'), id, changed),
];
