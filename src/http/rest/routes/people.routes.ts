import {
  body,
  del,
  exportable,
  filters,
  fixed,
  get,
  ifUnchanged,
  object,
  page,
  parameter,
  path,
  post,
  put,
  type Route,
} from '../route.js';

const id = { id: path('person_id') };
const changed = ifUnchanged('person', 'id');
const person = body('person', { phonenumber: 'phone_number' });
const input = { input: person };

const listing = (address: string, scope: string, operation = 'ListPeople', owner: Route['variables'] = {}): Route =>
  get(address, operation, page('person', 50), {
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
    ...owner,
  });

const guardian = object('guardian');
const guardianId = { id: path('guardian_id') };
const guardianInput = { input: body('guardian') };
const ifGuardianUnchanged = ifUnchanged('guardian', 'id');

/** The guardians of a person, and those for whom the person is one. */
const guardianRoutes: Route[] = [
  get('/people/:person_id/guardians', 'ListGuardiansOfPerson', page('guardian', 50), { personId: path('person_id') }),
  get('/people/:person_id/dependants', 'ListDependantsOfPerson', page('guardian', 50), { personId: path('person_id') }),
  post('/people/:person_id/guardians', 'CreateGuardian', guardian, {
    dependantId: path('person_id'),
    ...guardianInput,
  }),
  get('/guardians/:guardian_id', 'GetGuardian', guardian, guardianId),
  put('/guardians/:guardian_id', 'UpdateGuardian', guardian, { ...guardianId, ...guardianInput }, ifGuardianUnchanged),
  del('/guardians/:guardian_id', 'DeleteGuardian', guardian, guardianId, ifGuardianUnchanged),
];

/** spec, People */
export const peopleRoutes: Route[] = [
  exportable(listing('/people', 'ACTIVE'), 'ExportPeople'),
  exportable(listing('/people/all', 'ALL'), 'ExportPeople'),
  exportable(listing('/people/deleted', 'DELETED'), 'ExportPeople'),
  listing('/people/:person_id/children', 'ACTIVE', 'ListChildrenOfPerson', { personId: path('person_id') }),
  get('/people/:person_id', 'GetPerson', object('person'), id),
  post('/people', 'CreatePerson', object('person'), input),
  put('/people/:person_id', 'UpdatePerson', object('person'), { ...id, ...input }, changed),
  del('/people/:person_id', 'DeletePerson', object('person'), id, changed),
  put('/people/:person_id/undelete', 'UndeletePerson', object('person'), id, changed),
  put('/people/:person_id/block', 'BlockPerson', object('person'), id, changed),
  put('/people/:person_id/unblock', 'UnblockPerson', object('person'), id, changed),
  post(
    '/people/:person_id/merge',
    'MergePeople',
    object('person'),
    {
      ...id,
      ...input,
      mergePersonId: parameter('merge_person_id'),
    },
    changed,
  ),
  get('/people/:person_id/export', 'ExportPerson', object('export'), { ...id, tables: parameter('tables') }),
  post(
    '/people/:person_id/erase',
    'ErasePerson',
    object('person'),
    { ...id, cancelBookings: parameter('cancel_bookings') },
    changed,
  ),
  get('/people/:person_id/erasure', 'GetPersonErasure', object('person_erasure'), { personId: path('person_id') }),
  post('/people/authenticate', 'AuthenticatePerson', object('person'), { credentials: person }),
  post('/people/perishable_token/send', 'SendPerishableToken', object('perishable_token'), { identifier: person }),
  post('/people/perishable_token/verify', 'VerifyPerishableToken', object('person'), {
    identifier: person,
    perishableToken: parameter('perishable_token'),
  }),
  ...guardianRoutes,
];
