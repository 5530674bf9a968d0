import { Migration } from '@mikro-orm/migrations';

/**
 * Drops the address that the client of a request named. The jobs that compose messages have the address of the server
 * itself, from the settings.
 */
export class AddressesOfMessageRequests extends Migration {
  static readonly backwardCompatible = false;
  static readonly reason = 'it drops a column that they write';
  override name = '0067-addresses-of-message-requests';

  override up(): void {
    this.addSql('alter table message_request drop column address');
  }
}
