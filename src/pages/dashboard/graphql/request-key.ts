import { useRef } from 'preact/hooks';
import { ServerError } from './server-error.js';

/** Returns a random text of 32 hexadecimal digits. `crypto.randomUUID` needs HTTPS, which a server in a local network may lack. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Returns a function that runs a request with a key. The key stays the same until the server has answered: a request whose
 * answer was lost is repeated, not done twice. After an answer, also a refusal, the next request gets another key.
 */
export function useRequestKey(): <Result>(request: (key: string) => Promise<Result>) => Promise<Result> {
  const current = useRef<string | undefined>(undefined);
  return async (request) => {
    current.current ??= randomKey();
    try {
      const result = await request(current.current);
      current.current = undefined;
      return result;
    } catch (error) {
      if (isAnswer(error)) current.current = undefined;
      throw error;
    }
  };
}

/** Whether the error is an answer of the server, which has done nothing then. An error of a proxy is none. */
function isAnswer(error: unknown): boolean {
  return error instanceof ServerError && !/^(NETWORK|INTERNAL_SERVER_ERROR|HTTP_\d+)$/.test(error.code);
}
