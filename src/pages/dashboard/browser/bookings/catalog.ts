import { useEffect, useState } from 'preact/hooks';
import { execute } from '../graphql/client.js';
import { type CatalogQuery, catalog } from './bookings.operations.js';

/** The resources and services that can be booked. */
export interface Catalog {
  resources: CatalogQuery['resources']['nodes'];
  services: CatalogQuery['services']['nodes'];
}

/** Reads the catalog once. Undefined until then. */
export function useCatalog(onError: (error: unknown) => void): Catalog | undefined {
  const [found, setFound] = useState<Catalog>();
  useEffect(() => {
    execute(catalog, {}).then(
      ({ resources, services }) => setFound({ resources: resources.nodes, services: services.nodes }),
      onError,
    );
  }, []);
  return found;
}
