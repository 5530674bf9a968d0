import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of another origin. Each of its pages embeds the booking page of a site, by a script or by other markup. */
export interface EmbeddingHost extends AsyncDisposable {
  origin: string;
}

/** @param booking the origin of the booking server */
export async function startEmbeddingHost(
  booking: string,
  subdomain: string,
  markup = `<script src="${booking}/embed.js" data-site="${subdomain}" async></script>`,
): Promise<EmbeddingHost> {
  const host = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>Host</title>${markup}`);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(host.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      host.closeAllConnections();
      host.close();
    },
  };
}
