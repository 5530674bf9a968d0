import { Migration } from '@mikro-orm/migrations';

/** Archives used coupons and gift cards instead of deleting them, so that references to them stay valid. */
export class Archive extends Migration {
  override name = '0026-archive';

  override up(): void {
    for (const [table, column, referred] of references) {
      const name = `${table}_account_id_${column}_fkey`;
      this.addSql(`alter table ${table}
  drop constraint ${name},
  add constraint ${name} foreign key (account_id, ${column}) references ${referred} (account_id, id)`);
    }
    for (const table of ['coupon', 'gift_card']) {
      this.addSql(`alter table ${table}
  add column archived_at timestamptz(3),
  add constraint ${table}_is_inactive_when_archived check (archived_at is null or not active)`);
      this.addSql(`drop index ${table}_code_unique`);
      this.addSql(
        `create unique index ${table}_code_unique on ${table} (account_id, lower(code)) where archived_at is null`,
      );
    }
  }
}

const references = [
  ['booking', 'coupon_id', 'coupon'],
  ['booking_order', 'coupon_id', 'coupon'],
  ['order_line_item', 'gift_card_id', 'gift_card'],
  ['order_payment', 'gift_card_id', 'gift_card'],
] as const;
