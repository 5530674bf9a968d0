import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { stepAt, totpCode } from '../../src/domain/second-factor/totp.rules.js';
import type { ManualClock } from './manual-clock.js';
import type { TestAccount } from './test-server.js';

/** Returns the code that an app with that key shows. @param lead steps of 30 s ahead of the clock */
export function appCode(key: string, clock: ManualClock, lead = 0): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [];
  return totpCode(Uint8Array.from(bytes), stepAt(clock.now()) + lead);
}

/** An app for codes that a user has set up, with the recovery codes of the user. */
export interface App {
  key: string;
  recoveryCodes: string[];
}

/** Sets up an app for codes of a signed-in user. The code of the present step is spent. */
export async function setUpApp(user: TestAccount, password: string, clock: ManualClock): Promise<App> {
  const started = await user.graphql(
    'mutation ($password: String!) { startTotp(password: $password) { secret uri } }',
    {
      password,
    },
  );
  const key: string = started.data?.startTotp.secret;
  const confirmed = await user.graphql('mutation ($code: String!) { confirmTotp(code: $code) { recoveryCodes } }', {
    code: appCode(key, clock),
  });
  return { key, recoveryCodes: confirmed.data?.confirmTotp.recoveryCodes };
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest();
const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64url');

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

interface Answering {
  challenge: string;
  origin: string;
  rpId: string;
}

/** A passkey of a device that exists only in a test, and that can also do what devices do not. */
export class SoftPasskey {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;
  /** Whether the device verifies the user, by a PIN or a finger. */
  verifiesUser = true;

  /** Returns what a browser sends for a new passkey. */
  register({ challenge, origin, rpId }: Answering): object {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const coordinate = (text: string) => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
    // The public key as CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]);
    const key = Buffer.concat([head, coordinate(x), Buffer.from([0x22]), coordinate(y)]);
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.#id.length]), this.#id, key]);
    const data = Buffer.concat([this.#authenticatorData(rpId, flags.attested), credential]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from([0xa3, 0x63, ...Buffer.from('fmt'), 0x64, ...Buffer.from('none')]),
      Buffer.from([0x67, ...Buffer.from('attStmt'), 0xa0, 0x68, ...Buffer.from('authData')]),
      Buffer.from([0x59, data.length >> 8, data.length & 0xff]),
      data,
    ]);
    const response = {
      clientDataJSON: base64(clientData('webauthn.create', challenge, origin)),
      attestationObject: base64(attestation),
    };
    return this.#credential(response);
  }

  /** Returns what a browser sends for a sign-in. */
  answer({ challenge, origin, rpId }: Answering): object {
    const authenticatorData = this.#authenticatorData(rpId, 0);
    const client = clientData('webauthn.get', challenge, origin);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), this.#keys.privateKey);
    return this.#credential({
      clientDataJSON: base64(client),
      authenticatorData: base64(authenticatorData),
      signature: base64(signature),
    });
  }

  #authenticatorData(rpId: string, more: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const set = flags.present | (this.verifiesUser ? flags.verified : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([set]), counter]);
  }

  #credential(response: object): object {
    const id = base64(this.#id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}
