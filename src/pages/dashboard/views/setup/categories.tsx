import { Table } from '../../../design/table.js';
import { execute } from '../../graphql/client.js';
import { toOptions } from '../../records/record.rules.js';
import { can } from '../../session.js';
import { t } from '../../texts.js';
import { Link } from '../../ui/link.js';
import { LoadedContent } from '../../ui/loaded.js';
import { useData } from '../../use-data.js';
import { categoryFields } from './catalog-fields.js';
import { RecordPart, type SetupPartProps } from './record-part.js';
import { categoryRecords } from './record-sources.js';
import { type ListCategoriesQuery, listCategories, listServices } from './setup.operations.js';

type Category = ListCategoriesQuery['categories']['nodes'][number];

/** Categories, which group the services of the booking page. */
export function Categories({ open }: SetupPartProps) {
  // Read again when another record is opened, because a new category may be a parent.
  const choices = useData(`categories ${open}`, async () => {
    const [{ categories }, { services }] = await Promise.all([execute(listCategories, {}), execute(listServices, {})]);
    return { categories: categories.nodes, services: toOptions(services.nodes) };
  });
  return (
    <LoadedContent label={t.setup.catalog.theCategories} loaded={choices}>
      {({ categories, services }) => (
        <RecordPart
          path="setup/categories"
          open={open}
          source={categoryRecords}
          texts={t.setup.nouns.category}
          fields={categoryFields(toOptions(categories.filter(({ id }) => String(id) !== open)), services)}
          canWrite={can('catalog')}
          deletion={t.setup.catalog.categoryDeletion}
        >
          <CategoryList categories={categories} />
        </RecordPart>
      )}
    </LoadedContent>
  );
}

function CategoryList({ categories }: { categories: readonly Category[] }) {
  const titles = new Map(categories.map(({ id, title }) => [id, title]));
  return (
    <Table
      caption={t.setup.catalog.categories}
      rows={categories}
      keyOf={({ id }) => id}
      empty={t.setup.catalog.noCategories}
      columns={[
        { title: t.setup.common.title, cell: ({ id, title }) => <Link path={`setup/categories/${id}`}>{title}</Link> },
        { title: t.setup.catalog.below, cell: ({ parentId }) => (parentId === null ? '' : titles.get(parentId)) },
        { title: t.setup.common.services, cell: ({ services }) => services.nodes.map(({ title }) => title).join(', ') },
        { title: t.setup.common.priority, isNumber: true, cell: ({ priorityValue }) => priorityValue },
      ]}
    />
  );
}
