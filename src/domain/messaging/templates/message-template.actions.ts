import { isDeepStrictEqual } from 'node:util';
import { recordChange, recordRemoval } from '../../../outbox/change-log.js';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import { type FieldErrors, rejectIfAny } from '../../../platform/errors.js';
import { changedBy, type RequestContext } from '../../context.js';
import { assignAttributes } from '../../records/attributes.js';
import { requireRevision } from '../../records/record.rules.js';
import { areActive } from '../../records/reference.js';
import { Service } from '../../service/service.entity.js';
import { liquidTexts, validateLiquid } from '../../text/liquid-text.rules.js';
import type { MessageTemplateInput } from './message-template.entity.js';
import { MessageTemplate } from './message-template.entity.js';
import { withServices } from './message-template.queries.js';
import { validateMessageTemplate } from './message-template.rules.js';

/** @throws DomainError INVALID by attribute */
export function createMessageTemplate(context: RequestContext, input: MessageTemplateInput): Promise<MessageTemplate> {
  return context.db.transaction(async (tx) => {
    const template = tx.create(MessageTemplate, context.clock.now());
    rejectIfAny(await changeMessageTemplate(tx, template, input));
    await recordChange(tx, 'message_template.created', template, changedBy(context));
    await writeServices(tx, template);
    return template;
  });
}

/** @throws DomainError INVALID by attribute, NOT_FOUND, PRECONDITION_FAILED */
export function updateMessageTemplate(
  context: RequestContext,
  id: number,
  input: MessageTemplateInput,
  ifRevision?: number | null,
): Promise<MessageTemplate> {
  return context.db.transaction(async (tx) => {
    const template = await lockMessageTemplate(tx, id);
    requireRevision(template, ifRevision, 'message template');
    const { services } = template;
    rejectIfAny(await changeMessageTemplate(tx, template, input));
    const isChangedElsewhere = !isDeepStrictEqual(template.services, services);
    const isChanged = await recordChange(tx, 'message_template.modified', template, changedBy(context), {
      isChangedElsewhere,
    });
    if (isChanged) template.appliedAt = null;
    await writeServices(tx, template);
    return template;
  });
}

/** Deletes a message template and returns its last state. @throws DomainError NOT_FOUND, PRECONDITION_FAILED */
export function deleteMessageTemplate(
  context: RequestContext,
  id: number,
  ifRevision?: number | null,
): Promise<MessageTemplate> {
  return context.db.transaction(async (tx) => {
    const template = await lockMessageTemplate(tx, id);
    requireRevision(template, ifRevision, 'message template');
    await recordRemoval(tx, 'message_template.deleted', template, changedBy(context));
    return template;
  });
}

async function lockMessageTemplate(tx: AccountTransaction, id: number): Promise<MessageTemplate> {
  const template = await tx.getLocked(MessageTemplate, id);
  await withServices(tx, [template]);
  return template;
}

/** Assigns the input to the message template and returns the errors of the result. */
async function changeMessageTemplate(
  tx: AccountTransaction,
  template: MessageTemplate,
  { services, ...input }: MessageTemplateInput,
): Promise<FieldErrors> {
  const attributeErrors = assignAttributes(tx, template, input);
  const serviceErrors = services === undefined ? {} : await assignServices(tx, template, services ?? []);
  const liquidErrors = await validateLiquid(input, liquidTexts.messageTemplate);
  return { ...validateMessageTemplate(template), ...liquidErrors, ...attributeErrors, ...serviceErrors };
}

/** Only added services must be active: a template keeps services that were deleted later. */
async function assignServices(
  tx: AccountTransaction,
  template: MessageTemplate,
  given: readonly number[],
): Promise<FieldErrors> {
  const added = given.filter((id) => !template.services.includes(id));
  template.services = [...new Set(given)].toSorted((a, b) => a - b);
  return (await areActive(tx, Service, added)) ? {} : { services: ['does not exist'] };
}

async function writeServices(tx: AccountTransaction, { id, services }: MessageTemplate): Promise<void> {
  await tx.query(
    `delete from message_template_service
     where account_id = $1 and message_template_id = $2 and service_id <> all ($3::integer[])`,
    [id, services],
  );
  await tx.query(
    `insert into message_template_service (account_id, message_template_id, service_id)
     select $1, $2::integer, unnest($3::integer[]) on conflict do nothing`,
    [id, services],
  );
}
