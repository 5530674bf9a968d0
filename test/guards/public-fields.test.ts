import { type DocumentNode, Kind, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { isRelation } from '../../src/domain/records/reference.js';
import { bookingOperations, type Operation } from '../../src/graphql/operations.js';
import { bookingSchema } from '../../src/graphql/schema.js';
import { publicRoutes } from '../../src/http/rest/routes/public.routes.js';

/** The references that a visitor of a public site sees: those of the visitor's own booking and entry of the waitlist. */
const visible = [
  'Booking.event',
  'Booking.person',
  'Booking.resource',
  'Booking.service',
  'WaitlistEntry.booking',
  'WaitlistEntry.event',
  'WaitlistEntry.resource',
  'WaitlistEntry.service',
];

/** Lists the references and related lists that an operation selects. */
function relationsOf({ definition, fragments }: Operation): string[] {
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [definition, ...fragments.values()] };
  const found: string[] = [];
  const info = new TypeInfo(bookingSchema());
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => {
        const field = info.getFieldDef();
        if (field?.extensions[isRelation] === true) found.push(`${info.getParentType()?.name}.${field.name}`);
      },
    }),
  );
  return found;
}

const operations = [...new Set(publicRoutes.map(({ operation }) => operation))].flatMap(
  (name) => bookingOperations().get(name) ?? [],
);

it('visitors reach no records through others, except those of their own', () => {
  expect(operations.length).toBeGreaterThan(10);
  expect([...new Set(operations.flatMap(relationsOf))].toSorted()).toEqual(visible);
});

it('visitors see the person of a booking only in the list of a session, which has those of its own people', () => {
  const selecting = publicRoutes.filter(({ operation }) => {
    const compiled = bookingOperations().get(operation);
    return compiled !== undefined && relationsOf(compiled).includes('Booking.person');
  });
  expect(selecting.map(({ path, requiresSession }) => [path, requiresSession])).toEqual([['/me/bookings', true]]);
});
