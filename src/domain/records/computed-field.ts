import DataLoader from 'dataloader';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { Extensions, FieldResolver } from 'type-graphql';
import type { RequestContext } from '../context.js';

type Compute = (record: never, context: RequestContext) => unknown;

/** A GraphQL field whose value is computed from its record and the context of the request. */
class Computation {
  constructor(readonly compute: Compute) {}
}

/** The name of the extension with the computation of a field. */
const computation = 'computation';

/**
 * Declares a method of a resolver as a computed field without arguments: `@ComputedField(() => Boolean) active(booking,
 * context)`. The schema calls the method directly. For a field resolver with `@Root()` and `@Ctx()`, type-graphql sorts
 * and converts the parameters at each call, which took 8 % of the CPU time of a page of 750 bookings.
 */
export function ComputedField(...[type, options = {}]: Parameters<typeof FieldResolver>) {
  return <Method extends Compute>(
    prototype: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const { value: compute } = descriptor;
    if (!compute) throw new Error(`${name} is not a method`);
    FieldResolver(type, options)(prototype, name, descriptor);
    Extensions({ [computation]: new Computation(compute) })(prototype, name, descriptor);
  };
}

/** Adds the resolvers of the fields declared with `@ComputedField`. */
export function resolveComputedFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const computed = field.extensions[computation];
      if (!(computed instanceof Computation)) continue;
      // The decorator stands on a resolver of the type whose records these are.
      field.resolve = (record, _args, context) => computed.compute(record as never, context);
    }
  }
  return schema;
}

/** Reads the values of distinct ids. Ids without a value are missing from the map. */
type ReadValues<Value> = (context: RequestContext, ids: readonly number[]) => Promise<ReadonlyMap<number, Value>>;

/**
 * Creates a function that loads one value by id. All ids of the same context and tick are read at once. Nothing is
 * cached: a later operation of the same context may follow a change.
 *
 * @param missing the value of ids that `readValues` does not return
 */
export function createContextLoader<Value, Missing>(
  readValues: ReadValues<Value>,
  missing: Missing,
): (context: RequestContext, id: number) => Promise<Value | Missing> {
  const loaders = new WeakMap<RequestContext, DataLoader<number, Value | Missing>>();
  return (context, id) => {
    let loader = loaders.get(context);
    if (!loader) {
      const readAll = async (ids: readonly number[]): Promise<(Value | Missing)[]> => {
        const values = await readValues(context, [...new Set(ids)]);
        return ids.map((each) => values.get(each) ?? missing);
      };
      loader = new DataLoader(readAll, { cache: false });
      loaders.set(context, loader);
    }
    return loader.load(id);
  };
}
