import { execute } from '../graphql/client.js';
import { type Loaded, useData } from '../use-data.js';
import { type ListChoicesQuery, listChoices } from './choices.operations.js';
import { type Option, toOptions } from './record.rules.js';
import { recordName, useRemoved } from './removals.js';

interface Choices {
  resources: Option[];
  services: Option[];
}

type Service = ListChoicesQuery['services']['nodes'][number];

/**
 * Reads the resources and services as options of a form.
 *
 * @param bookingType only services of this type; undefined for all
 */
export function useChoices(bookingType?: Service['bookingType']): Loaded<Choices> {
  const isRemoved = useRemoved();
  const loaded = useData('choices', async () => {
    const { resources, services } = await execute(listChoices, {});
    const chosen = services.nodes.filter((service) => bookingType === undefined || service.bookingType === bookingType);
    return { resources: toOptions(resources.nodes), services: toOptions(chosen) };
  });
  const kept = (path: string, options: readonly Option[]) =>
    options.filter(({ value }) => !isRemoved(recordName(path, Number(value))));
  const { data } = loaded;
  if (!data) return { ...loaded, data };
  return {
    ...loaded,
    data: { resources: kept('/resources', data.resources), services: kept('/services', data.services) },
  };
}
