/**
 * Reads from an OpenAPI document how the client calls each operation: its resource and method, its arguments and its
 * answer.
 */

/** The words of a resource in the names of its operations: those that its methods leave out. */
const nouns = {
  account: 'Account|Client(?=User)',
  testClock: '(?:Test)?Clock',
  bookings: 'Bookings?',
  people: 'OfPerson|People|Person',
  guardians: 'Guardians?',
  events: 'OfEvent|Events?',
  series: 'Series',
  changeLog: 'Changes',
  categories: 'OfCategory|Category|Categories',
  services: 'OfService|Services?',
  serviceNeeds: 'ServiceNeeds?',
  serviceOptions: 'ServiceOptions?',
  serviceOptionGroups: 'ServiceOptionGroups?',
  coupons: 'Coupons?',
  documents: 'Documents?',
  taxRates: 'TaxRates?',
  messageTemplates: 'MessageTemplates?',
  giftCards: 'GiftCards?',
  packages: 'Packages?',
  orders: 'Orders?',
  orderLineItems: 'OrderLineItems?',
  providers: 'Providers?',
  resources: 'Resources?',
  rotas: 'Rotas?',
  timeOff: 'TimeOff',
  calendarSources: 'OfSource|CalendarSources?',
  calendarSourceEntries: 'CalendarSourceEntry',
  visits: 'Visits?',
  waitlist: 'Waitlist(?:Entry|Entries)?',
  webHooks: 'WebHooks?',
  me: 'Visitor',
  session: '$.',
  partner: 'Partner',
};

/** Resources whose name in the client is not that of their path. */
const renamed = { client: 'account', changes: 'changeLog' };

const typesOfPathParameters = { integer: 'number', string: 'string' };

/**
 * @returns `operations` with the row and the signatures of each; `schemas` by name, those of the document and those of
 *   parameters and answers that have no name there; and `deliveries`, the names of the schemas of webhook payloads
 */
export function describeOperations(openApi) {
  const schemas = { ...openApi.components.schemas };
  const resolve = (value) =>
    value?.$ref === undefined
      ? value
      : resolve(
          value.$ref
            .split('/')
            .slice(1)
            .reduce((parent, key) => parent[key], openApi),
        );
  const context = { schemas, resolve };
  const operations = Object.entries(openApi.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.operationId !== undefined)
      .map(([method, operation]) => describeOperation(context, { path, method, operation })),
  );
  const deliveries = Object.values(openApi.webhooks).map(({ post }) => {
    const name = post.requestBody.$ref.split('/').at(-1);
    schemas[name] = resolve(post.requestBody).content['application/json'].schema;
    return name;
  });
  requireDistinct(operations);
  return { operations, schemas, deliveries };
}

/** The parameter that names the attributes of the answer. A signature of its own has it, with the type of these. */
const selecting = 'fields';

function describeOperation(context, { path, method, operation }) {
  const { operationId } = operation;
  const isPublic = path.startsWith('/sites/');
  const resource = resourceOf(path);
  const parameters = (operation.parameters ?? []).map(context.resolve);
  const takes = (header) => parameters.some((one) => one.in === 'header' && one.name === header);
  const body = bodyOf(context, { method, operation, parameters });
  const answer = answerOf(context, operation);
  const inPath = parameters.filter((one) => one.in === 'path' && one.name !== 'subdomain');
  const options = takes('If-Match') ? 'ChangeOptions' : method === 'get' ? 'ReadOptions' : 'WriteOptions';
  const beside = body.parameters ? `${body.parameters} & ${options}` : options;
  const optional = body.areParametersRequired ? '' : '?';
  const parts = (...options) => [
    ...inPath.map((one) => `${camel(one.name)}: ${typesOfPathParameters[one.schema.type]}`),
    ...(body.type ? [`${body.wrapper === '.' ? 'body' : argumentName(body.wrapper)}: ${body.type}`] : []),
    ...options,
  ];
  const returned = (type) => (answer.isPaged ? `PagedList<${type}>` : `Promise<${type}${answer.isList ? '[]' : ''}>`);
  const all = `(${parts(`options${optional}: ${beside}`).join(', ')}): ${returned(answer.type)}`;
  const takesFields = parameters.some(({ name }) => name === selecting);
  const some = `<Field extends keyof ${answer.type}>(${parts(`options: ${beside} & Fields<Field>`).join(', ')}): ${returned(`Pick<${answer.type}, Field>`)}`;
  const kind = answer.isPaged ? 'paged' : takes('Idempotency-Key') ? 'once' : '';
  return {
    id: operationId,
    resource,
    isPublic,
    name: methodName(resource, { path, operationId, isPublic }),
    description: operation.description ?? operation.summary,
    isDeprecated: operation.deprecated === true,
    row: `${method.toUpperCase()} ${path} ${answer.wrapper} ${body.wrapper ?? '-'} ${kind}`.trim(),
    signatures: takesFields ? [all, some] : [all],
    types: [answer.type, body.type?.replace('[]', ''), body.parameters].filter((type) => /^[A-Z]/.test(type ?? '')),
  };
}

/** `package` is a reserved word of modules. */
function argumentName(wrapper) {
  return wrapper === 'package' ? 'packageInput' : camel(wrapper);
}

function resourceOf(path) {
  const [first, , third] = path.split('/').slice(1);
  const segment = first === 'sites' ? third : first;
  return renamed[segment] ?? camel(segment);
}

/** Returns the name of the method: that of the operation, without the words of its resource and of the public API. */
function methodName(resource, { path, operationId, isPublic }) {
  if (resource === 'figures') return camel(path.split('/').at(-1));
  const noun = nouns[resource];
  if (noun === undefined) throw new Error(`${operationId}: give ${resource} its words in operations.mjs.`);
  const own = isPublic ? operationId.replace(/Public|Sites$|(?<=Order|End|Start)Visitor/, '') : operationId;
  return own.replace(new RegExp(noun), '');
}

/**
 * Returns how the body is composed. `wrapper` is the name of the record in it, whose attributes are an argument of the
 * method; `.` if the argument is the body itself. What is also a parameter of the URL is passed with the options.
 */
function bodyOf(context, { method, operation, parameters }) {
  const name = pascal(operation.operationId);
  const query = parameters.filter((one) => one.in === 'query' && one.name !== selecting);
  const schema = context.resolve(operation.requestBody)?.content['application/json'].schema;
  const properties = Object.entries(schema ? context.resolve(schema).properties : {});
  const own = properties.filter(([property]) => !query.some((one) => one.name === property));
  const isRecord = ([, value]) => ['object', 'array'].includes([context.resolve(value).type].flat()[0]);
  const besides = Object.fromEntries(
    method === 'get' || schema === undefined
      ? query.map((one) => [
          one.name,
          {
            ...oneOrMany(one.schema),
            ...(one.description && { description: one.description }),
            ...(one.deprecated && { deprecated: true }),
          },
        ])
      : properties.filter(([property]) => query.some((one) => one.name === property)),
  );
  const required = query.filter((one) => one.required).map((one) => one.name);
  const lost = query.filter((one) => besides[one.name] === undefined);
  if (lost.length > 0) throw new Error(`${operation.operationId}: its body has no ${lost.map((one) => one.name)}.`);
  const beside = {
    parameters:
      Object.keys(besides).length > 0 ? nameParameters(context, `${name}Parameters`, besides, required) : undefined,
    areParametersRequired: required.length > 0,
  };
  if (own.length === 0) return beside;
  if (own.length === 1 && isRecord(own[0])) {
    return { ...beside, wrapper: own[0][0], type: typeOf(context, own[0][1], `${name}Input`) };
  }
  return { ...beside, wrapper: '.', type: typeOf(context, schema, `${name}Input`) };
}

/** A list in the URL is also given as its only value. */
function oneOrMany(schema) {
  return schema.type === 'array' ? { anyOf: [schema.items, schema] } : schema;
}

/** Returns the name of the schema of parameters: that of the first operation with the same. */
function nameParameters({ schemas }, name, properties, required) {
  const schema = { type: 'object', properties, required };
  const text = JSON.stringify(schema);
  const same = Object.keys(schemas).find(
    (other) => other.endsWith('Parameters') && JSON.stringify(schemas[other]) === text,
  );
  schemas[same ?? name] = schema;
  return same ?? name;
}

function answerOf(context, operation) {
  const response = context.resolve(operation.responses['200']);
  const { schema } = response.content['application/json'];
  const isList = schema.type === 'array';
  const outer = context.resolve(isList ? schema.items : schema);
  const [[wrapper, inner], ...more] = Object.entries(outer.properties);
  const named = operation.responses['200'].$ref?.split('/').at(-1) ?? pascal(operation.operationId);
  const name = `${named.replace(/^(?:Get|List|Find|Start|Place|Request)(?=[A-Z])/, '').replace(/(?:List|Page|Answer)$/, '')}Answer`;
  return {
    isList,
    isPaged: response.headers?.['Link'] !== undefined,
    wrapper: more.length > 0 ? '.' : wrapper,
    type: typeOf(context, more.length > 0 ? outer : inner, name),
  };
}

/** Returns the type of a schema, and names the schema if it has no name yet. */
function typeOf(context, schema, name) {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1);
  if (schema.type === 'array') return `${typeOf(context, schema.items, name)}[]`;
  if (schema.type === 'string') return 'string';
  context.schemas[name] ??= schema;
  return name;
}

function requireDistinct(operations) {
  const seen = new Map();
  for (const { id, resource, name, isPublic } of operations) {
    const method = `${isPublic ? 'site.' : ''}${resource}.${name}`;
    if (!/^[a-z]\w*$/.test(name)) throw new Error(`${id} has no name in ${resource}: "${name}".`);
    if (seen.has(method)) throw new Error(`${id} and ${seen.get(method)} are both ${method}.`);
    seen.set(method, id);
  }
}

function camel(name) {
  return name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

function pascal(name) {
  return name[0].toUpperCase() + name.slice(1);
}
