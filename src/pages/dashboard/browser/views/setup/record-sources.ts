import { execute } from '../../graphql/client.js';
import type { RecordSource } from '../../records/record-source.js';
import { restRecords } from '../../rest/client.js';
import { listServicesOfCategory } from './catalog.operations.js';

export const resourceRecords = restRecords({ path: '/resources', wrapper: 'resource' });
export const serviceRecords = restRecords({ path: '/services', wrapper: 'service' });
export const providerRecords = restRecords({ path: '/providers', wrapper: 'provider' });
export const couponRecords = restRecords({ path: '/coupons', wrapper: 'coupon' });
export const giftCardRecords = restRecords({ path: '/gift_cards', wrapper: 'gift_card' });
export const templateRecords = restRecords({ path: '/message_templates', wrapper: 'message_template' });
export const userRecords = restRecords({ path: '/client/users', wrapper: 'client_user_link', sentWrapper: 'user' });
export const webHookRecords = restRecords({ path: '/web_hooks', wrapper: 'web_hook' });
export const accountRecords = restRecords({ path: '/client', wrapper: 'client' });

const categories = restRecords({ path: '/categories', wrapper: 'category' });

/** Categories with the ids of their services, which answers of REST do not have. */
export const categoryRecords: RecordSource = {
  ...categories,
  read: async (id = 0) => {
    const [record, { servicesOfCategory }] = await Promise.all([
      categories.read(id),
      execute(listServicesOfCategory, { id }),
    ]);
    const service_id_list = servicesOfCategory.nodes.map((service) => service.id);
    return { ...record, attributes: { ...record.attributes, service_id_list } };
  },
};
