import { body, del, filters, fixed, get, object, page, path, post, put, type Route } from '../route.js';

const id = { id: path('person_id') };
const input = { input: body('person', { phonenumber: 'phone_number' }) };

const listing = (address: string, scope: string): Route =>
  get(address, 'ListPeople', page('person', 50), {
    ...filters({
      search: 'search',
      email: 'email',
      phoneNumber: 'phone_number',
      externalId: 'external_id',
      name: 'name',
      nationalIdNo: 'national_id_no',
      dateOfBirth: 'date_of_birth',
      since: 'since',
    }),
    'filter.scope': fixed(scope),
  });

/** spec, People */
export const peopleRoutes: Route[] = [
  listing('/people', 'ACTIVE'),
  listing('/people/all', 'ALL'),
  listing('/people/deleted', 'DELETED'),
  get('/people/:person_id', 'GetPerson', object('person'), id),
  post('/people', 'CreatePerson', object('person'), input),
  put('/people/:person_id', 'UpdatePerson', object('person'), { ...id, ...input }),
  del('/people/:person_id', 'DeletePerson', object('person'), id),
];
