import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';

const types = { 1: 'A', 28: 'AAAA' } as const;

export interface DnsServer extends AsyncDisposable {
  /** For the option `servers` of a resolver. */
  address: string;
  /** Queries for names and types in their order, such as `a.test A`. */
  queries: string[];
}

/**
 * Starts a DNS server. `records` returns the IPv4 addresses of a name: none for a name that does not exist, undefined to
 * be silent.
 */
export async function startDnsServer(records: (name: string) => string[] | undefined, ttl = 60): Promise<DnsServer> {
  const queries: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, sender) => {
    const { name, type, end } = readQuestion(query);
    queries.push(`${name} ${type}`);
    const addresses = records(name);
    if (addresses) reply(query, sender, end, type === 'A' ? addresses : [], addresses.length > 0);
  });
  function reply(
    query: Buffer,
    { port, address }: RemoteInfo,
    end: number,
    addresses: string[],
    exists: boolean,
  ): void {
    const head = Buffer.from(query.subarray(0, end));
    head.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(addresses.length, 6);
    head.writeUInt32BE(0, 8);
    const answers = addresses.map((text) => {
      const answer = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...text.split('.').map(Number)]);
      answer.writeUInt32BE(ttl, 6);
      return answer;
    });
    socket.send(Buffer.concat([head, ...answers]), port, address);
  }
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    [Symbol.asyncDispose]: async () => void socket.close(),
  };
}

function readQuestion(query: Buffer): { name: string; type: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = query.readUInt16BE(at + 1);
  return { name: labels.join('.'), type: code === 1 || code === 28 ? types[code] : String(code), end: at + 5 };
}
