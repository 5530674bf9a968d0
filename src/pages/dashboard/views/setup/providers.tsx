import { Table } from '../../../design/table.js';
import { execute } from '../../graphql/client.js';
import { useChoices } from '../../records/use-choices.js';
import { can } from '../../session.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { listProviders } from './catalog.operations.js';
import { providerFields } from './fields.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { providerRecords } from './record-sources.js';

/** Lists the providers: the resources that offer each service. */
export function Providers({ open }: SetupPartProps) {
  const choices = useChoices();
  return (
    <LoadedContent label="The resources and services" loaded={choices}>
      {({ resources, services }) => (
        <RecordPart
          path="setup/providers"
          open={open}
          source={providerRecords}
          noun="provider"
          fields={providerFields(resources, services)}
          initial={{ resourceId: resources[0]?.value, serviceId: services[0]?.value }}
          canWrite={can('catalog')}
          deletion="The resource no longer offers the service. Bookings stay."
        >
          <ProviderList />
        </RecordPart>
      )}
    </LoadedContent>
  );
}

function ProviderList() {
  const loaded = useData('providers', async () => (await execute(listProviders, {})).providers.nodes);
  return (
    <LoadedContent label="The providers" loaded={loaded}>
      {(providers) => (
        <Table
          caption="Providers"
          rows={providers}
          keyOf={({ id }) => id}
          empty="No resource offers a service yet."
          columns={[
            {
              title: 'Offer',
              cell: ({ id, resource, service }) => (
                <Link path={`setup/providers/${id}`}>{`${service.title} by ${resource.title}`}</Link>
              ),
            },
            { title: 'Priority', isNumber: true, cell: ({ priorityValue }) => priorityValue },
          ]}
        />
      )}
    </LoadedContent>
  );
}
