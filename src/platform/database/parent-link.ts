import type { EntityMetadata } from '@mikro-orm/core';
import { columnOf } from './entity-columns.js';

/** How the rows of a list refer to the parent of the list: by an attribute of their own, or by the rows of a table. */
export type ParentLink = AttributeLink | ExpressionLink | TableLink;

interface ExpressionLink {
  /** SQL: the condition that `row` belongs to `owner.id`. */
  expression: string;
}

interface AttributeLink {
  /** The attribute with the id of the parent. */
  attribute: string;
}

interface TableLink {
  /** The table with the pairs of ids. */
  table: string;
  /** The column with the id of the parent. */
  parent: string;
  /** The column with the id of the row. */
  row: string;
  /** SQL: a further condition of the pair, whose alias is `link`. */
  condition?: string;
}

/** The SQL of the condition that a row with the alias `row` is in the list of the parent `owner.id`. */
export function toParent(meta: EntityMetadata, link: ParentLink): string {
  if ('expression' in link) return link.expression;
  if ('attribute' in link) return `"row"."${columnOf(meta, link.attribute)}" = owner.id`;
  const condition = link.condition === undefined ? '' : ` and ${link.condition}`;
  return `exists (select from "${link.table}" link where link.account_id = "row".account_id
    and link."${link.parent}" = owner.id and link."${link.row}" = "row".id${condition})`;
}
