import { useEffect, useState } from 'preact/hooks';
import { showError } from '../../design/toast.js';
import { addDays } from '../dates.js';
import { execute } from '../graphql/client.js';
import { type CatalogQuery, catalog, openingHours } from './bookings.operations.js';
import { type DayHours, isOpenDuring, type WallPeriod } from './opening-hours.rules.js';
import { coloursOf, ownColourStyles } from './service-colours.rules.js';

/** A service with the resources that offer it. */
type BookableService = CatalogQuery['services']['nodes'][number] & { providers: CatalogQuery['providers']['nodes'] };

/** The resources and services that can be booked. */
export interface Catalog {
  resources: CatalogQuery['resources']['nodes'];
  services: BookableService[];
  /** All services with the class of their colour, also those for events. */
  allServices: ReadonlyMap<number, { title: string; colour: string }>;
}

/** The colours that the account has chosen for services, as styles of the page. */
const ownColours = new CSSStyleSheet();
document.adoptedStyleSheets.push(ownColours);

function withColours(services: CatalogQuery['allServices']['nodes']): Catalog['allServices'] {
  const colours = coloursOf(services);
  return new Map(services.map(({ id, title }) => [id, { title, colour: colours.get(id) ?? '' }]));
}

/** Reads the catalog once. Undefined until then. */
export function useCatalog(onError: (error: unknown) => void): Catalog | undefined {
  const [found, setFound] = useState<Catalog>();
  useEffect(() => {
    execute(catalog, {}).then(({ resources, services, allServices, providers }) => {
      void ownColours.replace(ownColourStyles(allServices.nodes));
      setFound({
        resources: resources.nodes,
        services: services.nodes.map((service) => ({
          ...service,
          providers: providers.nodes.filter(({ serviceId }) => serviceId === service.id),
        })),
        allServices: withColours(allServices.nodes),
      });
    }, onError);
  }, []);
  return found;
}

/** The opening hours of all resources on the dates and the one before, with exception dates and holidays. Empty until they are read. */
export function useOpeningHours({ from, to }: { from: string; to: string }): readonly DayHours[] {
  const [hours, setHours] = useState<readonly DayHours[]>([]);
  useEffect(() => {
    let isOutdated = false;
    execute(openingHours, { from: addDays(from, -1), to: addDays(to, -1) }).then(
      ({ openingHours: found }) => !isOutdated && setHours(found.nodes),
      showError,
    );
    return () => {
      isOutdated = true;
    };
  }, [from, to]);
  return hours;
}

/** Whether at least one of the resources is open for all of a period. */
export async function isOneOpen(resourceIds: readonly number[], period: WallPeriod): Promise<boolean> {
  const [from, to] = [addDays(period.start.slice(0, 10), -1), period.end.slice(0, 10)];
  const { nodes } = (await execute(openingHours, { from, to })).openingHours;
  return resourceIds.some((id) =>
    isOpenDuring(
      period,
      nodes.filter(({ resourceId }) => resourceId === id),
    ),
  );
}
