import { join, SchemaComparison } from './json-schema-changes.mjs';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Returns what breaks clients between two OpenAPI documents: of paths, and of the bodies of webhooks. */
export function restChanges(former, present) {
  const comparison = new SchemaComparison(former, present);
  compareSections(former.paths, present.paths, (name) => name, compareOperations);
  compareSections(former.webhooks, present.webhooks, (name) => name.replace('POST ', ''), compareDeliveries);
  return comparison.changes;

  function compareSections(formerItems = {}, presentItems = {}, nameOf, compare) {
    const operations = operationsOf(presentItems);
    for (const [key, { name, item, operation }] of operationsOf(formerItems)) {
      const other = operations.get(key);
      if (other === undefined) comparison.add(nameOf(name), 'was removed');
      else compare(comparison, { item, operation }, other, nameOf(other.name));
    }
  }
}

/** Returns the operations by their method and path. Clients do not see the name of a parameter in a path. */
function operationsOf(items) {
  const operations = Object.entries(items).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({ name: `${method.toUpperCase()} ${path}`, item, operation: item[method] })),
  );
  return new Map(operations.map((one) => [one.name.replaceAll(/\{[^}]+\}/g, '{}'), one]));
}

function compareOperations(comparison, former, present, name) {
  const { operationId } = present.operation;
  if (operationId !== former.operation.operationId) comparison.add(name, `is now called ${operationId}`);
  compareParameters(comparison, former, present, name);
  compareBodies(comparison, former.operation.requestBody, present.operation.requestBody, name);
  compareAnswers(comparison, former.operation.responses, present.operation.responses, name);
}

function compareParameters(comparison, former, present, name) {
  const formerParameters = parametersOf(former, (value) => comparison.former(value));
  const presentParameters = parametersOf(present, (value) => comparison.present(value));
  for (const [key, parameter] of formerParameters) {
    const other = presentParameters.get(key);
    const element = join(name, parameter.name);
    if (other === undefined) comparison.add(element, 'was removed');
    else {
      if (other.required && !parameter.required) comparison.add(element, 'is now required');
      comparison.compare('request', parameter.schema ?? {}, other.schema ?? {}, element);
    }
  }
  for (const [key, parameter] of presentParameters) {
    const isNew = parameter.required && !formerParameters.has(key);
    if (isNew) comparison.add(join(name, parameter.name), 'is now required');
  }
}

/** Returns the parameters by their place and name, those in the path by their order. */
function parametersOf({ item, operation }, resolve) {
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolve);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const keyOf = (parameter) =>
    parameter.in === 'path' ? `path ${inPath.indexOf(parameter)}` : `${parameter.in} ${parameter.name.toLowerCase()}`;
  return new Map(parameters.map((parameter) => [keyOf(parameter), parameter]));
}

function compareBodies(comparison, former, present, name) {
  const formerBody = former === undefined ? undefined : comparison.former(former);
  const presentBody = present === undefined ? undefined : comparison.present(present);
  const isRequired = presentBody?.required && !formerBody?.required;
  if (isRequired) comparison.add(name, 'now requires a body');
  if (formerBody === undefined) return;
  if (presentBody === undefined) comparison.add(name, 'no longer accepts a body');
  else compareContent(comparison, 'request', formerBody, presentBody, name, 'no longer accepts');
}

/** Compares the answers of both versions by status. An error that can no longer happen breaks nobody. */
function compareAnswers(comparison, former, present, name) {
  for (const [status, answer] of Object.entries(former)) {
    const formerAnswer = comparison.former(answer);
    const presentAnswer = present[status] === undefined ? undefined : comparison.present(present[status]);
    const isError = /^[45d]/.test(status);
    if (presentAnswer !== undefined) {
      for (const header of Object.keys(formerAnswer.headers ?? {})) {
        const isRemoved = presentAnswer.headers?.[header] === undefined;
        if (isRemoved) comparison.add(join(name, header), `is no header of ${status} now`);
      }
      compareContent(comparison, 'answer', formerAnswer, presentAnswer, name, 'no longer answers with');
    } else if (!isError) comparison.add(name, `no longer answers ${status}`);
  }
}

function compareDeliveries(comparison, former, present, name) {
  const formerBody = comparison.former(former.operation.requestBody);
  const presentBody = comparison.present(present.operation.requestBody);
  compareContent(comparison, 'answer', formerBody, presentBody, name, 'no longer arrives as');
}

function compareContent(comparison, direction, former, present, name, problem) {
  for (const [type, { schema }] of Object.entries(former.content ?? {})) {
    const other = present.content?.[type];
    if (other === undefined) comparison.add(name, `${problem} ${type}`);
    else comparison.compare(direction, schema ?? {}, other.schema ?? {}, name);
  }
}
