import { body, get, list, object, parameter, path, post, put } from '../route.js';

/** spec, Account */
export const accountRoutes = [
  get('/client', 'GetAccount', object('client')),
  put('/client', 'UpdateAccount', object('client'), {
    input: body('client'),
    'input.removeLogo': parameter('remove_logo'),
  }),
  get('/client/holidays', 'ListHolidays', list('holiday'), { from: parameter('from'), to: parameter('to') }),
  get('/client/users', 'ListClientUsers', list('client_user_link')),
  get('/client/users/:user_link_id', 'GetClientUser', object('client_user_link'), { id: path('user_link_id') }),
  post('/client/users', 'CreateClientUser', object('client_user_link'), {
    input: body('user', { phonenumber: 'phone_number' }, 'client_user_link'),
  }),
];
