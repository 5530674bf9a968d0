import { useEffect, useState } from 'preact/hooks';
import { Select } from '../../design/field.js';
import { numberIn } from '../../design/form.js';
import { execute } from '../graphql/client.js';
import type { NeedResourcesInput } from '../graphql/schema.types.js';
import { t } from '../texts.js';
import { useData } from '../use-data.js';
import { type PlacedNeed, placedNeedsOf, resourcesOf } from './booking-places.rules.js';
import { needPools } from './bookings.operations.js';
import type { Booking } from './live.js';

interface NeedFieldsProps {
  booking: Booking;
  /** The chosen resources by the names of the fields. */
  texts: Readonly<Record<string, string | undefined>>;
  error: (field: string) => string | undefined;
}

/** The needs of a service, with the resources that can serve them. Undefined until they are read. */
function usePools(serviceId: number | null) {
  const { data } = useData(`pools of ${serviceId}`, async () =>
    serviceId === null ? [] : (await execute(needPools, { serviceId })).needsOfService.nodes,
  );
  return data?.map(({ id, title, providers }) => ({
    ...{ id, title },
    offered: providers.nodes.map(({ resource }) => resource).filter(({ active }) => active),
  }));
}

interface OtherNeedFieldsProps {
  serviceId: number;
  error: string | undefined;
  onChange: (resourceIds: readonly number[]) => void;
}

/** The resources of a new booking for needs of its service other than the first, one field for each that has a choice. */
export function OtherNeedFields({ serviceId, error, onChange }: OtherNeedFieldsProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => () => onChange([]), [serviceId]);
  const others = (usePools(serviceId) ?? []).slice(1).filter(({ offered }) => offered.length > 1);
  if (others.length === 0) return null;
  const choose = (needId: number, resourceId: string) => {
    const next = new Map(chosen).set(needId, resourceId);
    setChosen(next);
    onChange([...next.values()].filter((id) => id !== '').map(Number));
  };
  return (
    <div class="fields">
      {others.map(({ id, title, offered }, position) => (
        <Select
          key={id}
          label={title}
          name={`other-need-${id}`}
          value={chosen.get(id) ?? ''}
          onChange={(resourceId) => choose(id, resourceId)}
          options={[
            { value: '', text: t.bookings.anyResource },
            ...offered.map((one) => ({ value: String(one.id), text: one.title })),
          ]}
          error={position === 0 ? error : undefined}
        />
      ))}
    </div>
  );
}

/** The resources of a booking, one field for each that its needs take. */
export function NeedFields({ booking, texts, error }: NeedFieldsProps) {
  const pools = usePools(booking.serviceId);
  const own = resourcesOf(booking);
  return (
    <div class="fields">
      {placedNeedsOf(booking).map(({ id, title, resourceIds }, position) => {
        const offered = pools?.find((need) => need.id === id)?.offered ?? [];
        const kept = own.filter((one) => resourceIds.includes(one.id) && !offered.some((other) => other.id === one.id));
        return resourceIds.map((resourceId, index) => (
          <Select
            key={`${nameOfField(id, index)} ${pools !== undefined}`}
            label={resourceIds.length > 1 ? t.bookings.needNumber({ title, number: index + 1 }) : title}
            name={nameOfField(id, index)}
            value={texts[nameOfField(id, index)] ?? String(resourceId)}
            options={[...kept, ...offered].map((one) => ({ value: String(one.id), text: one.title }))}
            error={
              index === 0
                ? (error(`resources[${position}].resourceIds`) ?? (position === 0 ? error('resourceId') : undefined))
                : undefined
            }
          />
        ));
      })}
    </div>
  );
}

const nameOfField = (needId: number, index: number): string => `need-${needId}-${index}`;

/** The initial values of the fields, by their names. */
export function needTexts(needs: readonly PlacedNeed[]): Record<string, string> {
  return Object.fromEntries(
    needs.flatMap(({ id, resourceIds }) =>
      resourceIds.map((resourceId, index) => [nameOfField(id, index), String(resourceId)]),
    ),
  );
}

/** The names of the errors that the fields show. */
export function needErrors(needs: readonly PlacedNeed[]): string[] {
  return needs.map((_, position) => `resources[${position}].resourceIds`);
}

/** Reads the fields. Undefined if no resource was changed, so that the server keeps them as far as they are free. */
export function needResourcesIn(values: FormData, needs: readonly PlacedNeed[]): NeedResourcesInput[] | undefined {
  const chosen = needs.map(({ id: needId, resourceIds }) => ({
    needId,
    resourceIds: resourceIds.map((resourceId, index) => numberIn(values, nameOfField(needId, index)) ?? resourceId),
  }));
  const isChanged = needs.some(({ resourceIds }, position) =>
    resourceIds.some((id, index) => chosen[position]?.resourceIds[index] !== id),
  );
  return isChanged ? chosen : undefined;
}
