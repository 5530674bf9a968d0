import { accepted } from '../../src/platform/accepted.js';
import { type TestAccount, useTestServer } from '../support/test-server.js';

const server = await useTestServer();
const account = await server.account();
const other = await server.account();
const services: number[] = [];

const service = async (title: string, of: TestAccount = account): Promise<number> =>
  (await of.create('/services', 'service', { title })).id;
for (const title of ['Cut', 'Shave', 'Colour']) services.push(await service(title));
const required = { message_type: 'confirmation', delivery_type: 'sms', template: 'Welcome!' };
const post = (attributes: object) => account.post('/message_templates', { json: { message_template: attributes } });
const put = (id: number, attributes: object) =>
  account.put(`/message_templates/${id}`, { json: { message_template: attributes } });
const create = (attributes: object = {}) =>
  account.create('/message_templates', 'message_template', { ...required, ...attributes });
const read = async (id: number) => (await account.get(`/message_templates/${id}`)).body.message_template;

const whole = {
  created_at: '2026-03-02T08:00:00+01:00',
  updated_at: '2026-03-02T08:00:00+01:00',
  ...required,
  subject: null,
  delivery_timing: null,
  active: true,
  services: [],
  custom_data: null,
};

describe('a message template', () => {
  it('is created from type, delivery and text', async () => {
    const { status, body } = await post(required);
    expect([status, body]).toEqual([200, { message_template: { ...whole, id: expect.any(Number) } }]);
  });

  it('has all given attributes, and is read as it was returned', async () => {
    const [cut = 0, shave = 0] = services;
    const given = {
      message_type: 'reminder',
      delivery_type: 'email',
      subject: 'See you',
      template: 'Hello {{ booking.person.name }}, welcome {% if booking.count > 1 %}all{% endif %}',
      delivery_timing: '1 day before at 12:00',
      active: false,
      custom_data: { tone: 'warm', legal: true },
    };
    const { body } = await post({ ...given, services: [shave, cut, shave], id: 4711 });
    expect(body).toEqual({ message_template: { ...whole, ...given, id: expect.any(Number), services: [cut, shave] } });
    expect(await read(body.message_template.id)).toEqual(body.message_template);
    expect((await account.get('/message_templates')).body).toContainEqual(body);
  });

  it('can be created by a form', async () => {
    const form = Object.entries(required).map(([name, value]) => `message_template[${name}]=${value}`);
    const ids = services.map((id) => `message_template[services][]=${id}`);
    const { body } = await account.post('/message_templates', { form: [...form, ...ids].join('&') });
    expect(body.message_template).toMatchObject({ ...required, services });
    const cleared = await account.put(`/message_templates/${body.message_template.id}`, {
      form: 'message_template[services][]=',
    });
    expect(cleared.body.message_template.services).toEqual([]);
  });

  it('changes its services only if they are given', async () => {
    const [cut, shave, colour] = services;
    const { id } = await create({ services: [cut, shave] });
    expect((await put(id, { subject: 'Hi' })).body.message_template.services).toEqual([cut, shave]);
    expect((await put(id, { services: [colour, shave] })).body.message_template.services).toEqual([shave, colour]);
    expect((await read(id)).services).toEqual([shave, colour]);
    await put(id, { services: null });
    expect((await read(id)).services).toEqual([]);
  });

  it('keeps a deleted service, but cannot be given one', async () => {
    const gone = await service('Gone');
    const { id } = await create({ services: [gone] });
    await account.del(`/services/${gone}`);
    expect((await put(id, { services: [gone, ...services] })).status).toBe(200);
    const another = await post({ ...required, services: [gone] });
    expect([another.status, another.body]).toEqual([400, { services: ['does not exist'] }]);
  });

  it('is deleted with the list of its services, which the log has', async () => {
    const { id } = await create({ services });
    const { body } = await account.del(`/message_templates/${id}`);
    expect(body.message_template.services).toEqual(services);
    const [links, changes] = await Promise.all([
      server.sql('select from message_template_service where message_template_id = ?', id),
      server.sql<{ snapshot: { services: number[] } }>(
        "select snapshot from change where name like 'message_template.%' and object_id = ?",
        id,
      ),
    ]);
    expect(links).toHaveLength(0);
    expect(changes.map(({ snapshot }) => snapshot.services)).toEqual([services, services]);
  });
});

describe('bad input', () => {
  it.each([
    [{ message_type: null }, { message_type: ["can't be blank"] }],
    [
      { message_type: 'invitation' },
      { message_type: ['is not included in the list', expect.stringMatching(/^must be one of /)] },
    ],
    [{ delivery_type: '' }, { delivery_type: ["can't be blank"] }],
    [
      { delivery_type: 5 },
      { delivery_type: ['is not included in the list', expect.stringMatching(/^must be one of /)] },
    ],
    [{ template: null }, { template: ["can't be blank"] }],
    [{ template: ' ' }, { template: ["can't be blank"] }],
    [{ template: ['a'] }, { template: ['is invalid'] }],
    [{ template: 'a\0' }, { template: ['is invalid'] }],
    [{ subject: { a: 1 } }, { subject: ['is invalid'] }],
    [
      { template: '{% nope %}', subject: '{{ a | nope }}' },
      {
        template: ['is invalid', 'tag "nope" not found, line:1, col:1'],
        subject: ['is invalid', 'undefined filter: nope, line:1, col:1'],
      },
    ],
    [{ delivery_timing: 'some day' }, { delivery_timing: ['is invalid', accepted.period] }],
    [{ delivery_timing: 5 }, { delivery_timing: ['is invalid', accepted.period] }],
    [{ delivery_timing: '3 hours ago' }, { delivery_timing: ['must be after created_at'] }],
    [{ message_type: 'reminder' }, { delivery_timing: ["can't be blank"] }],
    [{ message_type: 'reminder', delivery_timing: 'in 1 day' }, { delivery_timing: ['must be before booked_from'] }],
    [{ message_type: 'follow_up', delivery_timing: '1 day ago' }, { delivery_timing: ['must be after booked_to'] }],
    [{ active: 'perhaps' }, { active: ['is invalid', accepted.boolean] }],
    [{ services: [0] }, { services: ['does not exist'] }],
    [{ services: ['cut'] }, { services: ['is not a number'] }],
    [{ services: { a: 1 } }, { services: ['is invalid'] }],
    [{ services: [null] }, { services: ["can't be blank"] }],
    [{ custom_data: 'text' }, { custom_data: ['is invalid'] }],
  ])('%j is rejected, on creation and on change', async (attributes, errors) => {
    const creation = await post({ ...required, ...attributes });
    expect([creation.status, creation.body]).toEqual([400, errors]);
    const before = await create({ services });
    const change = await put(before.id, attributes);
    expect([change.status, change.body]).toEqual([400, errors]);
    expect(await read(before.id)).toEqual(before);
  });

  it.each([
    ['subject', 255],
    ['delivery_timing', 100],
    ['template', 65_536],
  ])('includes a %s longer than %d characters', async (attribute, maximum) => {
    const { status, body } = await post({ ...required, [attribute]: 'a'.repeat(maximum + 1) });
    expect([status, body[attribute]]).toEqual([400, [`is too long (maximum is ${maximum} characters)`]]);
  });

  it('includes all missing required attributes', async () => {
    const blank = ["can't be blank"];
    const { status, body } = await post({});
    expect([status, body]).toEqual([400, { message_type: blank, delivery_type: blank, template: blank }]);
  });

  it('includes a service of another account', async () => {
    const { status, body } = await post({ ...required, services: [...services, await service('Cut', other)] });
    expect([status, body]).toEqual([400, { services: ['does not exist'] }]);
  });

  it('includes a change of type that does not fit the timing', async () => {
    const { id } = await create({ delivery_timing: 'in 5 minutes' });
    const { status, body } = await put(id, { message_type: 'reminder' });
    expect([status, body]).toEqual([400, { delivery_timing: ['must be before booked_from'] }]);
  });
});

it('concurrent changes of its services result in those of one of them', async () => {
  const { id } = await create();
  const sets = services.map((_, index) => services.slice(0, index + 1));
  const answers = await Promise.all([...sets, ...sets].map((given) => put(id, { services: given })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(sets).toContainEqual((await read(id)).services);
});
