import { ArgsType, Extensions, Field } from 'type-graphql';
import type { ListBounds } from '../../platform/accepted.js';
import { describeEnum } from '../../platform/described-enum.js';

export enum BulkMode {
  ALL = 'all',
  EACH = 'each',
}
describeEnum(BulkMode, 'BulkMode', 'The treatment of the other items of a call if one is refused.', {
  ALL: 'All items are written in one transaction, or none if any is refused.',
  EACH: 'Each item is written unless it is refused itself. Items are committed in batches of 50.',
});

/** The maximum of items in one call. */
export const maxItems = 500;

/**
 * Declares the items of a bulk mutation. A list outside of the bounds is refused before anything is executed. An item
 * that is not of its type, or has a text that is too long, is in `RequestContext.refusedItems`.
 */
export const BulkItems = () => Extensions({ items: { least: 1, most: maxItems } satisfies ListBounds, isBulk: true });

/** Whether an argument is declared by `BulkItems`. */
export function isBulkList({ extensions }: { extensions: Readonly<Record<string, unknown>> }): boolean {
  return extensions['isBulk'] === true;
}

/** Arguments of every bulk mutation. */
@ArgsType()
export class BulkArguments {
  @Field(() => BulkMode, { defaultValue: BulkMode.ALL, description: 'Whether one refused item stops the others.' })
  mode!: BulkMode;

  @Field(() => String, {
    nullable: true,
    description:
      'A text of your choice, from 1 to 255 visible ASCII characters. For 24 hours, a repeated call with the same key and arguments returns the same items and writes nothing that was written before. Default: none, each call is executed.',
  })
  idempotencyKey?: string | null;
}
