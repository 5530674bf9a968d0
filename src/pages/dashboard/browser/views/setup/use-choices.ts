import { execute } from '../../graphql/client.js';
import type { Option } from '../../records/record.rules.js';
import { type Loaded, useData } from '../../use-data.js';
import { type ListServicesQuery, listResources, listServices } from './catalog.operations.js';
import { toOptions } from './fields.js';

interface Choices {
  resources: Option[];
  services: Option[];
}

type Service = ListServicesQuery['services']['nodes'][number];

/**
 * Reads the resources and services as options of a form.
 *
 * @param bookingType only services of this type; undefined for all
 */
export function useChoices(bookingType?: Service['bookingType']): Loaded<Choices> {
  return useData('choices', async () => {
    const [{ resources }, { services }] = await Promise.all([execute(listResources, {}), execute(listServices, {})]);
    const chosen = services.nodes.filter((service) => bookingType === undefined || service.bookingType === bookingType);
    return { resources: toOptions(resources.nodes), services: toOptions(chosen) };
  });
}
