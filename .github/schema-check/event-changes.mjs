import { join, SchemaComparison } from './json-schema-changes.mjs';

/** Returns what breaks clients between two AsyncAPI documents: of channels, operations and messages. */
export function eventChanges(former, present) {
  const comparison = new SchemaComparison(former, present);
  for (const [name, channel] of Object.entries(former.channels)) {
    const other = present.channels[name];
    if (other === undefined) comparison.add(name, 'was removed');
    else if (other.address !== channel.address) comparison.add(name, `is now at ${other.address}`);
  }
  for (const [name, operation] of Object.entries(former.operations)) {
    const other = present.operations[name];
    if (other === undefined) comparison.add(name, 'was removed');
    else compareOperation(comparison, operation, other, name);
  }
  return comparison.changes;
}

/** In AsyncAPI 3, the action is that of the described server: clients receive what it sends. */
function compareOperation(comparison, former, present, name) {
  if (present.action !== former.action) comparison.add(name, `is now to ${present.action}`);
  const direction = former.action === 'send' ? 'answer' : 'request';
  const presentMessages = messagesOf(present, (value) => comparison.present(value));
  for (const [key, message] of messagesOf(former, (value) => comparison.former(value))) {
    const other = presentMessages.get(key);
    if (other === undefined) comparison.add(message.name ?? join(name, key), 'was removed');
    else compareMessage(comparison, direction, message, other, message.name ?? key);
  }
}

function compareMessage(comparison, direction, former, present, name) {
  for (const part of ['headers', 'payload']) {
    if (former[part] !== undefined) comparison.compare(direction, former[part], present[part] ?? {}, name);
  }
}

function messagesOf({ messages = [] }, resolve) {
  return new Map(messages.map((message) => [message.$ref.split('/').at(-1), resolve(message)]));
}
