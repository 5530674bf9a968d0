import { Field, InputType } from 'type-graphql';
import type { AccountDatabase } from '../../../platform/database/account-database.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { RequestContext } from '../../context.js';
import { createContextLoader } from '../../records/computed-field.js';
import { byId, byUpdate, createListOrder, RecordFilter } from '../../records/list.input.js';
import type { List } from '../../records/list.js';
import { MessageTemplate, MessageTemplateConnection, MessageTemplateType } from './message-template.entity.js';

const messageTemplateOrder = createListOrder('MessageTemplateOrder', { ID: byId, UPDATED_AT: byUpdate }, 'ID');

/** Conditions that must all hold. */
@InputType()
export class MessageTemplateFilter extends RecordFilter {
  @Field(() => Boolean, { nullable: true, description: 'Returns templates that are active, or that are not.' })
  active?: boolean | null;

  @Field(() => MessageTemplateType, { nullable: true, description: 'Returns templates of this type.' })
  messageType?: MessageTemplateType | null;
}

/** Returns the template of that id, or null if it was deleted. One statement reads all templates of the same tick. */
export const loadMessageTemplate = createContextLoader(async ({ db }, ids) => {
  const templates = await withServices(db, await db.rows(MessageTemplate, { id: { $in: [...ids] } }));
  return new Map(templates.map((template) => [template.id, template]));
}, null);

/** @throws DomainError NOT_FOUND */
export async function getMessageTemplate({ db }: RequestContext, id: number): Promise<MessageTemplate> {
  const template = await db.get(MessageTemplate, id);
  await withServices(db, [template]);
  return template;
}

export const messageTemplateList: List<MessageTemplate, MessageTemplateFilter, MessageTemplateConnection> = {
  name: 'messageTemplates',
  entity: MessageTemplate,
  connection: MessageTemplateConnection,
  filter: MessageTemplateFilter,
  order: messageTemplateOrder,
  conditions: (_context, { active, messageType }) => ({
    $and: [{ ...(typeof active === 'boolean' && { active }), ...(messageType && { messageType }) }],
  }),
  complete: ({ db }, templates) => withServices(db, templates),
};

type Reader = Pick<AccountDatabase | AccountTransaction, 'query'>;

/** Sets the service ids of templates by one query. */
export async function withServices<Template extends { id: number; services: number[] }>(
  reader: Reader,
  templates: Template[],
): Promise<Template[]> {
  const links = await reader.query<{ templateId: number; serviceId: number }>(
    `select message_template_id as "templateId", service_id as "serviceId" from message_template_service
     where account_id = $1 and message_template_id = any ($2::integer[])
     order by account_id, message_template_id, service_id`,
    [templates.map(({ id }) => id)],
  );
  const linksOf = Map.groupBy(links, ({ templateId }) => templateId);
  for (const template of templates) template.services = (linksOf.get(template.id) ?? []).map((link) => link.serviceId);
  return templates;
}
