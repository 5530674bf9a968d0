import { execute } from '../../graphql/client.js';
import { type RecordSource, recordSource, storedRecord } from '../../records/record-source.js';
import * as operations from './setup.operations.js';

export const resourceRecords = recordSource({
  path: '/resources',
  read: operations.readResource,
  create: operations.createResource,
  update: operations.updateResource,
  remove: operations.deleteResource,
});
export const serviceRecords = recordSource({
  path: '/services',
  read: operations.readService,
  create: operations.createService,
  update: operations.updateService,
  remove: operations.deleteService,
});
export const providerRecords = recordSource({
  path: '/providers',
  read: operations.readProvider,
  create: operations.createProvider,
  update: operations.updateProvider,
  remove: operations.deleteProvider,
});
export const couponRecords = recordSource({
  path: '/coupons',
  read: operations.readCoupon,
  create: operations.createCoupon,
  update: operations.updateCoupon,
  remove: operations.deleteCoupon,
});
export const giftCardRecords = recordSource({
  path: '/gift-cards',
  read: operations.readGiftCard,
  create: operations.createGiftCard,
  update: operations.updateGiftCard,
  remove: operations.deleteGiftCard,
});
export const templateRecords = recordSource({
  path: '/message-templates',
  read: operations.readTemplate,
  create: operations.createTemplate,
  update: operations.updateTemplate,
  remove: operations.deleteTemplate,
});
export const webHookRecords = recordSource({
  path: '/web-hooks',
  read: operations.readWebHook,
  create: operations.createWebHook,
  update: operations.updateWebHook,
  remove: operations.deleteWebHook,
});
export const accountRecords = recordSource({
  path: '/account',
  read: operations.readAccount,
  update: operations.updateAccount,
});

/** Categories with the ids of their services. */
export const categoryRecords: RecordSource = {
  ...recordSource({
    path: '/categories',
    read: operations.readCategory,
    create: operations.createCategory,
    update: operations.updateCategory,
    remove: operations.deleteCategory,
  }),
  read: async (id = 0) => {
    const { record, servicesOfCategory } = await execute(operations.readCategory, { id });
    const serviceIdList = servicesOfCategory.nodes.map((service) => service.id);
    return storedRecord(record && { ...record, serviceIdList });
  },
};

/** The roles of users, with the attributes of each user. */
export const userRecords: RecordSource = {
  ...recordSource({
    path: '/users',
    read: operations.readUser,
    create: operations.createUser,
    update: operations.updateUser,
    remove: operations.deleteUser,
  }),
  read: async (id = 0) => {
    const { record } = await execute(operations.readUser, { id });
    return storedRecord(record && { ...record.user, ...record });
  },
};
