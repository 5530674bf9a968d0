import { Resolver } from 'type-graphql';
import { WallTime } from '../../platform/scalars.js';
import { ComputedField } from '../records/computed-field.js';
import { type WeekHours, weekdayAttributes } from './opening-hours.columns.js';
import type { OpeningHours } from './opening-hours.rules.js';
import { Resource } from './resource.entity.js';
import { closeAttribute, openAttribute, type SpanAttribute } from './week-hours.rules.js';

/** `open0` to `close6`: the first opening and the last closing of each weekday (spec, Resource). */
@Resolver(() => Resource)
export class WeekdaySpansResolver {}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

for (const [weekday, attribute] of weekdayAttributes.entries()) {
  const day = days[weekday];
  addField(openAttribute(weekday), attribute, `The first opening on ${day}. Null if closed.`, (hours) => hours?.[0]);
  addField(closeAttribute(weekday), attribute, `The last closing on ${day}. Null if closed.`, (hours) => hours?.at(-1));
}

function addField(
  name: SpanAttribute,
  attribute: keyof WeekHours,
  description: string,
  read: (hours: OpeningHours) => string | undefined,
): void {
  const { prototype } = WeekdaySpansResolver;
  const value = (resource: WeekHours): string | null => read(resource[attribute]) ?? null;
  const options = { nullable: true, description, deprecationReason: `Use ${attribute}.` };
  ComputedField(() => WallTime, options)(prototype, name, { value });
}
