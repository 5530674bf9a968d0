import { stringify } from 'qs';
import type { Route } from '../../src/http/rest/route.js';
import {
  type Answered,
  addressOf,
  brief,
  createsObject,
  differsInForm,
  foreignIds,
  isSameInForm,
  nameOf,
  newTarget,
  otherParameters,
  readAsAccount,
  type Send,
  type Surface,
  sendValues,
  summaryOf,
  validBody,
} from './bad-input-requests.js';
import { caseOf, isSent, settledTogether } from './bad-input-together.js';
import { findFault } from './bad-input-verdict.js';
import { hostileValues } from './hostile-values.js';
import { inputAreas } from './input-areas.js';
import { duplicateRoutes, idHidingRoutes, isReported, onceRoutes, statelessRoutes } from './input-exceptions.js';
import { type Input, inputsOf, type RouteInputs } from './route-inputs.js';
import { isSampled } from './sample.js';
import { type TestServer, useOwnTestServer, useTestServer } from './test-server.js';
import { createWorld } from './valid-input.js';
import { Visitor } from './visitor.js';
import { startVisitorSession } from './visitor-session.js';

/** The number of attributes that are checked concurrently. */
const concurrency = 8;

/**
 * Sends hostile values for each attribute and parameter of each route, as JSON and as a form. Each value must be rejected
 * with an error for that attribute, or stored as sent, and must never cause a failure of the server (spec, Errors). A run
 * sends one value in four, unless it tests all cases.
 */
export async function describeBadInput(area: keyof typeof inputAreas): Promise<void> {
  const isPublic = area === 'public';
  // The public area disables a limit in the database, so it needs a server of its own.
  const server = await (isPublic ? useOwnTestServer() : useTestServer());
  await skipSmallIds(server);
  const world = await createWorld(server);
  await server.configure(world.account, { public_access: true, allow_cancellation: true });
  const visitor = new Visitor(world.account);
  // Each dependant is that of another visitor, who may have few.
  const headersOf = async (path: string) =>
    path.startsWith('/me/people') ? { headers: await startVisitorSession(server, world.account) } : {};
  const send: Send = isPublic
    ? async (method, path, sending) => visitor.send(method, path, { ...sending, ...(await headersOf(path)) })
    : world.account.send.bind(world.account);
  const surface: Surface = { isPublic, world, send };
  if (isPublic) await disableAttemptLimits(server);

  // Ignored without a session, with which `test/rest/families.test.ts` sends it.
  const needsSession = ({ path }: Input): boolean => isPublic && path.join('.') === 'person_id';
  const areaInputs = withoutRepetition(inputAreas[area]).map((inputs) => ({
    ...inputs,
    attributes: inputs.attributes.filter((attribute) => !needsSession(attribute)),
  }));
  const described = areaInputs.map((inputs) => [`${inputs.route.method} ${inputs.route.path}`, inputs] as const);
  it.each(described)('%s', async (_name, inputs) => {
    const absent =
      createsObject(inputs) && inputs.attributes.length > 0 ? await answerIfAbsent(surface, inputs) : undefined;
    const settled = await settledTogether(surface, inputs, absent);
    const checks = [
      ...inputs.attributes.map(
        (attribute) => () => validateAttributes(surface, inputs, attribute, { absent, settled }),
      ),
      ...inputs.parameters.map((parameter) => () => checkParameter(surface, inputs, parameter)),
      () => checkAddress(surface, inputs),
      ...(inputs.wrapper === undefined ? [] : [() => checkWrapperKeys(surface, inputs)]),
    ];
    expect(await runConcurrently(checks)).toEqual([]);
  });
}

/**
 * Skips the ids that are numbers among the hostile values, such as 7: whether the account has an object with that id would
 * depend on the files before this one.
 */
async function skipSmallIds({ sql }: TestServer): Promise<void> {
  await sql(`select setval(format('%I.%I', schemaname, sequencename)::regclass, greatest(coalesce(last_value, 1), 1000))
    from pg_sequences where schemaname = 'public'`);
}

/** Disables the attempt limits, which have tests of their own: the visitor books more often than they allow. */
async function disableAttemptLimits({ sql }: TestServer): Promise<void> {
  await sql(`create function skip_attempt() returns trigger language plpgsql as 'begin return null; end'`);
  await sql('create trigger skip_attempt before insert on attempt for each row execute function skip_attempt()');
}

/** Checks the parameters of each operation once: lists that share an operation parse them in the same way. */
function withoutRepetition(routes: readonly Route[]): RouteInputs[] {
  const read = new Set<string>();
  return routes.map((route) => {
    const inputs = inputsOf(route);
    const isRepeated = route.method === 'GET' && read.has(route.operation);
    read.add(route.operation);
    return isRepeated ? { ...inputs, parameters: [] } : inputs;
  });
}

async function runConcurrently(checks: (() => Promise<string[]>)[]): Promise<string[]> {
  const problems: string[] = [];
  const waiting = checks.values();
  const lane = async (): Promise<void> => {
    for (const check of waiting) problems.push(...(await check()));
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return problems;
}

async function validateAttributes(
  surface: Surface,
  inputs: RouteInputs,
  attribute: Input,
  { absent, settled }: { absent: Answered | undefined; settled: ReadonlySet<string> },
): Promise<string[]> {
  const problems: string[] = [];
  const { path, type } = attribute;
  const target = createsObject(inputs) ? undefined : await newTarget(surface, inputs);
  const values = hostileValues(type);
  for (const [index, hostile] of [...values, ...foreignIds(surface, inputs, attribute)].entries()) {
    if (!hostile.isRefused && duplicateRoutes.has(nameOf(inputs.route))) continue;
    for (const inForm of differsInForm(type, hostile.value) ? [false, true] : [false]) {
      if (settled.has(caseOf(path, index, inForm))) continue;
      if (index < values.length && !isSent(inputs, index, inForm)) continue;
      const answer = await sendValues(surface, inputs, [{ attribute, hostile }], { target, inForm });
      const problem = findFault(inputs, attribute, hostile, await readAsAccount(surface, answer), absent);
      if (problem) problems.push(`${path.join('.')} = ${brief(hostile.value)}: ${problem}: ${summaryOf(answer)}`);
    }
  }
  return problems;
}

/** Returns the response to a valid request without hostile values. */
async function answerIfAbsent(surface: Surface, inputs: RouteInputs): Promise<Answered> {
  const answer = await sendValues(surface, inputs, []);
  if (answer.status !== 200 && !statelessRoutes.has(nameOf(inputs.route))) throw new Error(summaryOf(answer));
  return readAsAccount(surface, answer);
}

/** An invalid parameter must be rejected. Other tests check the effects of valid ones. */
async function checkParameter(surface: Surface, inputs: RouteInputs, parameter: Input): Promise<string[]> {
  const name = parameter.path.join('.');
  const problems: string[] = [];
  const foreignValues = inputs.route.method === 'GET' ? [] : foreignIds(surface, inputs, parameter);
  const values = hostileValues(parameter.type);
  for (const [index, { value, isRefused }] of [...values, ...foreignValues].entries()) {
    if (!isRefused || (index < values.length && !isSampled(index, 4, `${nameOf(inputs.route)} ${name}`))) continue;
    const object = inputs.wrapper === undefined ? {} : { [inputs.wrapper]: await validBody(surface, inputs) };
    const address = await addressOf(surface, inputs);
    const sent = { [name]: value };
    const others = Object.entries(await otherParameters(inputs, surface)).filter(([other]) => other !== name);
    const beside = inputs.route.method === 'GET' ? Object.fromEntries(others) : {};
    const inUrl = `${address}?${stringify({ ...beside, ...sent })}`;
    const answers = await Promise.all([
      ...(inputs.route.method === 'GET'
        ? []
        : [
            surface.send(inputs.route.method, address, {
              json: { ...(await otherParameters(inputs, surface)), ...object, ...sent },
            }),
          ]),
      ...(isSameInForm(value)
        ? [
            surface.send(
              inputs.route.method,
              inUrl,
              inputs.route.method === 'GET' ? {} : { json: { ...Object.fromEntries(others), ...object } },
            ),
          ]
        : []),
    ]);
    for (const answer of answers) {
      const isNamed =
        answer.status === 400 &&
        ('base' in answer.body || isReported({ wrapper: undefined }, parameter.path, answer.body));
      const isUnknown = answer.status === 404 && foreignValues.some((foreign) => foreign.value === value);
      if (!isNamed && !isUnknown) {
        problems.push(`${name} = ${brief(value)}: is not rejected: ${summaryOf(answer)}`);
      }
    }
  }
  return problems;
}

/** Sends unknown, foreign and malformed ids in the path. */
async function checkAddress(surface: Surface, inputs: RouteInputs): Promise<string[]> {
  const names = [...inputs.route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const problems: string[] = [];
  for (const name of names) {
    const foreign = name === 'exception_date' || name === 'external_id' ? [] : [surface.world.foreign[name] ?? 0];
    const malformed = [
      '0',
      '-1',
      '1.5',
      '2147483647',
      '2147483648',
      '1e9',
      'x',
      '%00',
      '__proto__',
      'x'.repeat(300),
    ].filter((_id, index) => isSampled(index, 4, nameOf(inputs.route)));
    for (const id of [...foreign, ...malformed]) {
      const others = await otherParameters(inputs, surface);
      const isRead = inputs.route.method === 'GET';
      const address = (await addressOf(surface, inputs, { [name]: id })) + (isRead ? `?${stringify(others)}` : '');
      const object = inputs.wrapper === undefined ? {} : { [inputs.wrapper]: await validBody(surface, inputs) };
      const answer = await surface.send(inputs.route.method, address, isRead ? {} : { json: { ...object, ...others } });
      const isSecret = surface.isPublic && idHidingRoutes.has(nameOf(inputs.route)) && answer.status === 400;
      if (answer.status === 404 || isSecret) continue;
      problems.push(`:${name} = ${brief(id)}: is not 404: ${summaryOf(answer)}`);
    }
  }
  return problems;
}

/** Keys with a meaning in JavaScript, such as `__proto__`, must be ignored like unknown attributes. */
async function checkWrapperKeys(surface: Surface, inputs: RouteInputs): Promise<string[]> {
  const target = createsObject(inputs) ? undefined : await newTarget(surface, inputs);
  const object = JSON.stringify(createsObject(inputs) ? await validBody(surface, inputs) : {});
  const keys = '"__proto__":{"title":7,"id":7},"constructor":{"prototype":{"id":7}},"toString":7';
  const raw = object.replace('{', object.includes('{}') ? `{${keys}` : `{${keys},`);
  const json = {
    [inputs.wrapper ?? '']: JSON.parse(raw),
    ...(await otherParameters(inputs, surface)),
    ...JSON.parse(`{${keys}}`),
  };
  const answer = await surface.send(inputs.route.method, await addressOf(surface, inputs, target), { json });
  const isFine = answer.status === 200 || (statelessRoutes.has(nameOf(inputs.route)) && answer.status < 500);
  const isDone = onceRoutes.has(nameOf(inputs.route)) && answer.status === 400;
  return isFine || isDone ? [] : [`hostile keys: ${summaryOf(answer)}`];
}
