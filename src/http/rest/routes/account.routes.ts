import { body, del, get, ifUnchanged, list, object, parameter, path, post, put } from '../route.js';

const userId = { id: path('user_link_id') };
const changedUser = ifUnchanged('user_link', 'id');
const user = { input: body('user', { phonenumber: 'phone_number' }, 'client_user_link') };

const advance = { to: parameter('to'), by: parameter('by') };

/** spec, Account */
export const accountRoutes = [
  get('/client', 'GetAccount', object('client')),
  put(
    '/client',
    'UpdateAccount',
    object('client'),
    {
      input: body('client'),
      'input.removeLogo': parameter('remove_logo'),
    },
    ifUnchanged('account'),
  ),
  { ...get('/test_clock', 'GetTestClock', object('test_clock')), mayBeMissing: true },
  {
    ...put('/test_clock', 'AdvanceClock', object('test_clock'), advance, ifUnchanged('account')),
    mayBeMissing: true,
  },
  get('/client/holidays', 'ListHolidays', list('holiday'), { from: parameter('from'), to: parameter('to') }),
  get('/client/users', 'ListClientUsers', list('client_user_link')),
  get('/client/users/:user_link_id', 'GetClientUser', object('client_user_link'), userId),
  post('/client/users', 'CreateClientUser', object('client_user_link'), user),
  put(
    '/client/users/:user_link_id',
    'UpdateClientUser',
    object('client_user_link'),
    { ...userId, ...user },
    changedUser,
  ),
  del('/client/users/:user_link_id', 'DeleteClientUser', object('client_user_link'), userId, changedUser),
];
