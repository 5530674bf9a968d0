import { Migration } from '@mikro-orm/migrations';

/** Adds when invoices are due, and the rate by which documents in another currency state their VAT in Norway. */
export class InvoiceTerms extends Migration {
  static readonly backwardCompatible = true;
  override name = '0550-invoice-terms';

  override up(): void {
    this.addSql(`alter table account
      add invoice_due_days integer check (invoice_due_days between 0 and 365),
      add vat_exchange_rate numeric check (vat_exchange_rate > 0)`);
  }
}
