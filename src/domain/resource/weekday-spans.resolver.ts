import { Resolver } from 'type-graphql';
import { WallTime } from '../../platform/scalars.js';
import { ComputedField } from '../computed-field.js';
import { type WeekHours, weekdayAttributes } from './opening-hours.columns.js';
import type { OpeningHours } from './opening-hours.rules.js';
import { Resource } from './resource.entity.js';
import { closeAttribute, openAttribute, type SpanAttribute } from './week-hours.rules.js';

/** `open0` to `close6`: the first opening and the last closing of each weekday (spec, Resource). */
@Resolver(() => Resource)
export class WeekdaySpansResolver {}

for (const [weekday, attribute] of weekdayAttributes.entries()) {
  addField(openAttribute(weekday), attribute, (hours) => hours?.[0] ?? null);
  addField(closeAttribute(weekday), attribute, (hours) => hours?.at(-1) ?? null);
}

function addField(name: SpanAttribute, attribute: keyof WeekHours, read: (hours: OpeningHours) => string | null): void {
  const { prototype } = WeekdaySpansResolver;
  const value = (resource: WeekHours): string | null => read(resource[attribute]);
  ComputedField(() => WallTime, { nullable: true, deprecationReason: `Use ${attribute}.` })(prototype, name, { value });
}
