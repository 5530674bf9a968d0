import { useRef, useState } from 'preact/hooks';
import { EmptyState } from '../../../design/empty-state.js';
import { Table } from '../../../design/table.js';
import { showDone, showError } from '../../../design/toast.js';
import { execute } from '../../graphql/client.js';
import { useRequestKey } from '../../graphql/request-key.js';
import { labelledText } from '../../punctuation.js';
import { recordName, useRefusedRemovals, useRemoved } from '../../records/removals.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { partOf } from './record-part.js';
import { providers } from './records.js';
import { type ListProvidersQuery, listProviders } from './setup.operations.js';

/** The services that each resource offers. A provider has its priority, length, price and hours in a form of its own. */
export const Providers = partOf(providers, ProviderMatrix);

type Provider = ListProvidersQuery['providers']['nodes'][number];

function ProviderMatrix() {
  const isRemoved = useRemoved();
  const loaded = useData('providers', async () => execute(listProviders, {}));
  useRefusedRemovals(loaded.reload);
  const kept = <Item extends { id: number }>(path: string, items: readonly Item[]) =>
    items.filter(({ id }) => !isRemoved(recordName(path, id)));
  return (
    <LoadedContent label={t.setup.providers} loaded={loaded}>
      {(listed) => {
        const resources = kept('/resources', listed.resources.nodes);
        const services = kept('/services', listed.services.nodes);
        if (resources.length === 0 || services.length === 0) {
          const isWithoutServices = services.length === 0;
          return (
            <EmptyState
              icon="users"
              action={
                <Link path={isWithoutServices ? 'setup/services/new' : 'setup/resources/new'}>
                  {isWithoutServices ? t.setup.newService : t.setup.newResource}
                </Link>
              }
            >
              {t.setup.noProviders}
            </EmptyState>
          );
        }
        const found = new Map(
          kept(providers.source.path, listed.providers.nodes).map((provider) => [
            keyOf({ ...provider, id: provider.serviceId }, provider.resourceId),
            provider,
          ]),
        );
        return (
          <div class="matrix">
            <p class="hint">{t.setup.providersHint}</p>
            <Table
              caption={t.setup.providers}
              rows={services.flatMap(offersOf)}
              keyOf={(offer) => keyOf(offer)}
              columns={[
                { title: t.setup.service, cell: ({ title }) => <strong>{title}</strong> },
                ...resources.map((resource) => ({
                  title: resource.title,
                  cell: (service: Offered) => (
                    <OfferBox
                      key={resource.id}
                      {...{ resource, service }}
                      provider={found.get(keyOf(service, resource.id))}
                      reload={loaded.reload}
                    />
                  ),
                })),
              ]}
            />
          </div>
        );
      }}
    </LoadedContent>
  );
}

/** A service that resources offer, or one of its needs that they serve. */
interface Offered {
  id: number;
  title: string;
  needId: number | null;
}

function offersOf({ id, title, needs: { nodes: needs } }: ListProvidersQuery['services']['nodes'][number]): Offered[] {
  if (needs.length === 0) return [{ id, title, needId: null }];
  return needs.map((need) => ({ id, title: labelledText([title, need.title]), needId: need.id }));
}

const keyOf = ({ id, needId }: Pick<Offered, 'id' | 'needId'>, resourceId?: number): string =>
  [id, needId, resourceId].join('/');

interface OfferBoxProps {
  resource: { id: number; title: string };
  service: Offered;
  /** Undefined if the resource does not offer the service. */
  provider: Provider | undefined;
  reload: () => Promise<void>;
}

/** A check box that lets a resource offer a service. Each change is sent once; one that was taken away can be undone. */
function OfferBox({ resource, service, provider, reload }: OfferBoxProps) {
  const isSending = useRef(false);
  /** The choice of the user, until it is stored or refused. */
  const [wanted, setWanted] = useState<boolean>();
  const once = useRequestKey();
  const offer = t.punctuation.labelled({ label: service.title, value: resource.title });
  const send = async (isOffered: boolean, request: (key: string) => Promise<unknown>) => {
    if (isSending.current) return;
    isSending.current = true;
    setWanted(isOffered);
    try {
      await once(request);
    } catch (error) {
      showError(error);
    } finally {
      isSending.current = false;
      await reload();
      setWanted(undefined);
    }
  };
  const add = async (attributes: object) => {
    await send(true, async (key) => {
      const ids = { resourceId: resource.id, serviceId: service.id, needId: service.needId };
      await providers.source.create({ ...attributes, ...ids }, key);
      showDone(t.setup.offered({ offer }));
    });
  };
  const takeAway = async ({ id, revisionCount, ...attributes }: Provider) => {
    await send(false, async (key) => {
      await providers.source.remove(id, String(revisionCount), key);
      showDone(t.setup.notOffered({ offer }), { label: t.setup.undo, run: () => add(attributes) });
    });
  };
  return (
    <span class="offer">
      <input
        type="checkbox"
        aria-label={offer}
        checked={wanted ?? provider !== undefined}
        onClick={(event) => {
          // A second click while the first one is sent leaves the box as it is.
          if (isSending.current) event.preventDefault();
          else void (provider ? takeAway(provider) : add({}));
        }}
      />
      {provider && (
        <Link
          path={`setup/providers/${provider.id}`}
          label={t.punctuation.labelled({ label: t.setup.priorityAndHours, value: offer })}
        >
          {t.setup.priorityAndHours}
        </Link>
      )}
    </span>
  );
}
