import { isObject } from '../../accepted.js';
import { ProviderError, type ProviderServer } from '../payment-provider.js';
import { askProvider, type JsonObject, type ProviderAnswer, toProviderError } from '../provider-request.js';

/** Parameters by the names of a form, such as `metadata[order_id]`. */
export type StripeForm = Readonly<Record<string, string>>;

/** The requests to the API of Stripe. Each throws ProviderError. */
export interface StripeApi {
  post(path: string, secretKey: string, idempotencyKey: string, form: StripeForm): Promise<JsonObject>;
  get(path: string, secretKey: string): Promise<JsonObject>;
}

export function createStripeApi(server: ProviderServer): StripeApi {
  const authorization = (secretKey: string) => ({ authorization: `Bearer ${secretKey}` });
  return {
    post: async (path, secretKey, idempotencyKey, form) =>
      successOf(
        await askProvider(server, path, {
          method: 'POST',
          headers: {
            ...authorization(secretKey),
            'content-type': 'application/x-www-form-urlencoded',
            'idempotency-key': idempotencyKey,
          },
          body: new URLSearchParams(form).toString(),
        }),
      ),
    get: async (path, secretKey) =>
      successOf(await askProvider(server, path, { method: 'GET', headers: authorization(secretKey) })),
  };
}

/** @throws ProviderError for an answer that is not a success */
function successOf({ isSuccess, status, body }: ProviderAnswer): JsonObject {
  if (isSuccess) return body;
  const { error } = body;
  const { type, code } = isObject(error) ? error : {};
  if (code === 'authentication_required') {
    throw new ProviderError('asks the customer to confirm the payment', 'needs_customer');
  }
  if (type === 'card_error') throw new ProviderError('refused the card', 'refused');
  throw toProviderError(status);
}
