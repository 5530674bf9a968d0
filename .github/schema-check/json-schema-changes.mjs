const lowerBounds = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
const upperBounds = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];

/**
 * Collects what breaks clients between two versions of a document with JSON schemas. A request must be accepted as before, so
 * its schema may only become wider. An answer must be understood as before, so its schema may only become narrower.
 */
export class SchemaComparison {
  /** The changes that break clients: `element` is the name that the changelog must contain. */
  changes = [];
  #former;
  #present;
  /** The pairs of schemas that were compared, by direction. Schemas refer to themselves, and many operations to one schema. */
  #compared = { request: new Map(), answer: new Map() };

  constructor(former, present) {
    this.#former = former;
    this.#present = present;
  }

  add(element, problem) {
    if (!this.changes.some((change) => change.element === element && change.problem === problem)) {
      this.changes.push({ element, problem });
    }
  }

  /** Follows the references of an object of the former version. */
  former(value) {
    return resolve(this.#former, value);
  }

  present(value) {
    return resolve(this.#present, value);
  }

  /** @param direction `request` for what clients send, `answer` for what they receive */
  compare(direction, formerSchema, presentSchema, element) {
    const former = byType(alternativesOf(this.#former, formerSchema, element));
    const present = byType(alternativesOf(this.#present, presentSchema, element));
    const [narrow, wide] = direction === 'request' ? [former, present] : [present, former];
    for (const type of narrow.keys()) {
      const other = typeFor(type, wide);
      if (other === undefined) {
        const problem =
          direction === 'request' ? `no longer accepts the type ${type}` : `can now have the type ${type}`;
        this.add(element, problem);
      } else if (direction === 'request') {
        this.#compareAlternatives(direction, former.get(type), present.get(other), element);
      } else {
        this.#compareAlternatives(direction, former.get(other), present.get(type), element);
      }
    }
  }

  /** Compares the alternatives of one type: those of the same name, then the others in their order. */
  #compareAlternatives(direction, former, present, element) {
    const isSingle = former.length === 1 && present.length === 1;
    const isNamed = (one) => !isSingle && one.title !== undefined;
    const pairs = [];
    for (const one of former.filter(isNamed)) {
      const other = present.find(({ title }) => title === one.title);
      if (other !== undefined) pairs.push([one, other]);
    }
    const restOfFormer = former.filter((one) => !pairs.some(([paired]) => paired === one));
    const restOfPresent = present.filter((one) => !pairs.some(([, paired]) => paired === one));
    while (restOfFormer.length > 0 && restOfPresent.length > 0) {
      pairs.push([restOfFormer.shift(), restOfPresent.shift()]);
    }
    if (direction === 'request' && restOfFormer.length > 0) this.add(element, 'no longer accepts one of its forms');
    if (direction === 'answer' && restOfPresent.length > 0) this.add(element, 'can now have another form');
    for (const [one, other] of pairs) this.#compareOne(direction, one.schema, other.schema, other.element);
  }

  #compareOne(direction, former, present, element) {
    const compared = this.#compared[direction].get(former) ?? new Set();
    if (compared.has(present)) return;
    this.#compared[direction].set(former, compared.add(present));
    if (direction === 'request') this.#compareRequest(former, present, element);
    else this.#compareAnswer(former, present, element);
    for (const [name, schema] of Object.entries(former.properties ?? {})) {
      const attribute = join(element, name);
      const other = present.properties?.[name];
      if (other === undefined) this.add(attribute, 'was removed');
      else this.compare(direction, schema, other, attribute);
    }
    for (const key of ['items', 'additionalProperties']) {
      if (isSchema(former[key]) && isSchema(present[key])) this.compare(direction, former[key], present[key], element);
    }
  }

  #compareRequest(former, present, element) {
    for (const name of present.required ?? []) {
      if (!former.required?.includes(name)) this.add(join(element, name), 'is now required');
    }
    if (present.enum !== undefined && former.enum === undefined) this.add(element, 'accepts only listed values now');
    for (const value of valuesWithout(former.enum, present.enum))
      this.add(join(element, value), 'is no longer accepted');
    for (const key of ['format', 'pattern']) {
      const isNew = present[key] !== undefined && present[key] !== former[key];
      if (isNew) this.add(element, `accepts only the ${key} ${present[key]} now`);
    }
    for (const key of lowerBounds) {
      const isHigher = present[key] > (former[key] ?? Number.NEGATIVE_INFINITY);
      if (isHigher) this.add(element, `has the ${key} ${present[key]} now`);
    }
    for (const key of upperBounds) {
      const isLower = present[key] < (former[key] ?? Number.POSITIVE_INFINITY);
      if (isLower) this.add(element, `has the ${key} ${present[key]} now`);
    }
  }

  #compareAnswer(former, present, element) {
    for (const name of former.required ?? []) {
      const isOptional = present.properties?.[name] !== undefined && !present.required?.includes(name);
      if (isOptional) this.add(join(element, name), 'can now be absent');
    }
    if (former.enum !== undefined && present.enum === undefined) this.add(element, 'can now have any value');
    for (const value of valuesWithout(present.enum, former.enum)) this.add(join(element, value), 'is a new value');
    const hasOtherFormat = former.format !== undefined && former.format !== present.format;
    if (hasOtherFormat) this.add(element, `no longer has the format ${former.format}`);
  }
}

/** Returns the name of an attribute: `Service.title`, or `GET /services title` in what an operation itself declares. */
export function join(element, name) {
  return `${element}${/^[A-Z]+ \S+$/.test(element) ? ' ' : '.'}${name}`;
}

function resolve(document, value) {
  if (value.$ref === undefined) return value;
  const keys = value.$ref.slice(2).split('/');
  const target = keys.reduce((at, key) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return resolve(document, target);
}

/** Returns the schemas of one type each of which a value matches one. `element` is the nearest component, or the given one. */
function alternativesOf(document, schema, element) {
  const component = schema.$ref?.split('/').at(-1);
  const resolved = resolve(document, schema);
  const parts = resolved.anyOf ?? resolved.oneOf;
  if (parts !== undefined) return parts.flatMap((part) => alternativesOf(document, part, component ?? element));
  const title = component ?? resolved.title;
  const types = [resolved.type ?? 'any'].flat();
  return types.map((type) => ({ type, title, schema: resolved, element: component ?? element }));
}

function byType(alternatives) {
  return Map.groupBy(alternatives, ({ type }) => type);
}

/** Returns the type among others that includes `type`. */
function typeFor(type, others) {
  return [type, ...(type === 'integer' ? ['number'] : []), 'any'].find((one) => others.has(one));
}

function valuesWithout(values, without) {
  return values === undefined || without === undefined ? [] : values.filter((value) => !without.includes(value));
}

function isSchema(value) {
  return typeof value === 'object' && value !== null;
}
