export const kari = { name: 'Kari', email: 'kari@example.org', phone_number: '40612345' };

export interface StoredMessage {
  kind: string;
  channel: string;
  state: string;
  recipient: string;
  subject: string | null;
  failure: string | null;
}
