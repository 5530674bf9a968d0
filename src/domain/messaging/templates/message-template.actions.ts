import { isDeepStrictEqual } from 'node:util';
import type { AccountTransaction } from '../../../platform/database/account-transaction.js';
import type { FieldErrors } from '../../../platform/errors.js';
import { assignAttributes } from '../../records/attributes.js';
import { recordWrites } from '../../records/record-writes.js';
import { areActive } from '../../records/reference.js';
import { Service } from '../../service/service.entity.js';
import { liquidTexts, validateLiquid } from '../../text/liquid-text.rules.js';
import type { MessageTemplateInput } from './message-template.entity.js';
import { MessageTemplate } from './message-template.entity.js';
import { withServices } from './message-template.queries.js';
import { validateMessageTemplate } from './message-template.rules.js';

export const messageTemplateWrites = recordWrites({
  type: 'message_template',
  entity: MessageTemplate,
  title: 'message template',
  complete: (tx, template) => withServices(tx, [template]),
  assign: async ({ tx }, template, input: MessageTemplateInput, before) => ({
    errors: await changeMessageTemplate(tx, template, input),
    isChangedElsewhere: before !== undefined && !isDeepStrictEqual(template.services, before.services),
    write: async (isChanged) => {
      if (before && isChanged) template.appliedAt = null;
      await writeServices(tx, template);
    },
  }),
});

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
