import { ConcurrentMigration } from './concurrent-migration.js';

/** Finds the documents that are old enough to be deleted. Comes with `refuse_document_change`, which lets them go. */
export class OldDocuments extends ConcurrentMigration {
  override name = '0437-old-documents';

  override async up(): Promise<void> {
    await this.buildIndex('document_issued_at', 'on document (account_id, issued_at, id)');
  }
}
