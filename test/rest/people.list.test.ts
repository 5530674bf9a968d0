import { accepted } from '../../src/platform/accepted.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();

describe('the list', () => {
  let listed: TestAccount;
  beforeAll(async () => {
    listed = await server.account();
    const add = (person: object) => listed.post('/people', { json: { person } });
    await add({
      name: 'Kari 100%',
      email: 'Kari@Example.org',
      phone_number: '406 22 222',
      date_of_birth: '1990-05-17',
    });
    await add({
      name: 'Ola',
      email: 'ola@example.org',
      national_id_no: '123',
      external_id: 'x_1',
      date_of_birth: '1990-05-17',
    });
    await add({ name: 'Per', phone_number: '+46701112233' });
    server.clock.advance(10);
    const gone = await add({ name: 'Gone', email: 'gone@example.org' });
    await listed.del(`/people/${gone.body.person.id}`);
    await add({ name: 'Late' });
  });

  const names = async (query: string) => {
    const { status, body } = await listed.get(`/people${query}`);
    expect(status).toBe(200);
    return body.map(({ person }: { person: { name: string } }) => person.name).join(', ');
  };

  it.each([
    ['', 'Kari 100%, Ola, Per, Late'],
    ['/all', 'Kari 100%, Ola, Per, Gone, Late'],
    ['/deleted', 'Gone'],
    ['/all?search=gone', 'Gone'],
    ['?search=KARI', 'Kari 100%'],
    ['?search=example', 'Kari 100%, Ola'],
    ['?search=%25', 'Kari 100%'],
    ['?search=_', ''],
    ['?search=23', 'Ola, Per'],
    ['?search=40622222', 'Kari 100%'],
    ['?search=+46701112233', 'Per'],
    ['?search=\\', ''],
    ['?email=kari@example.ORG', 'Kari 100%'],
    ['?email=example.org', ''],
    ['?phone_number=40622222', 'Kari 100%'],
    ['?phone_number=+46701112233', 'Per'],
    ['?phone_number=%2B46%2070%20111%2022%2033', 'Per'],
    ['?external_id=x_1', 'Ola'],
    ['?name=Ola', 'Ola'],
    ['?national_id_no=123', 'Ola'],
    ['?date_of_birth=1990-05-17', 'Kari 100%, Ola'],
    ['?date_of_birth=17.05.1990&name=Ola', 'Ola'],
    ['?name=Ola&email=kari@example.org', ''],
    ['?since=2026-03-02T08:10:00%2B01:00', 'Late'],
    ['?since=2026-03-02', 'Kari 100%, Ola, Per, Late'],
    ['?search=&email=&page=', 'Kari 100%, Ola, Per, Late'],
  ])('at /people%s has %j', async (query, expected) => {
    expect(await names(query)).toBe(expected);
  });

  it.each([
    ['search=%00', { search: ['is invalid'] }],
    ['search[]=a', { search: ['is invalid'] }],
    ['date_of_birth=May', { date_of_birth: ['is invalid', accepted.date] }],
    ['since=x', { since: ['is invalid', accepted.dateTime] }],
  ])('is rejected with %s', async (query, expected) => {
    const { status, body } = await listed.get(`/people?${query}`);
    expect([status, body]).toEqual([400, expected]);
  });
});
